import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { NoticePage } from '../widgets/notice-page';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
}

/** Keeps a failing screen from taking the shell with it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <Crashed error={this.state.error} onRetry={() => this.setState({ error: undefined })} />;
  }
}

/** What is left when the shell itself fails. */
export function RouterError(): ReactNode {
  return <Crashed error={useRouteError()} />;
}

/** After an update the server no longer has the files that an open page asks for. */
function isOutdated(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/iu.test(error.message);
}

function Crashed({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }): ReactNode {
  const { t } = useTranslation();
  const outdated = isOutdated(error);
  const reload = () => window.location.reload();
  return (
    <div role="alert">
      <NoticePage title={t(outdated ? 'app.outdated' : 'app.crashed')} lines={[t(outdated ? 'app.outdatedHint' : 'app.crashedHint')]}>
        {outdated || !onRetry ? null : <Button type="primary" onClick={onRetry}>{t('app.retry')}</Button>}
        <Button onClick={reload}>{t('app.reload')}</Button>
      </NoticePage>
    </div>
  );
}
