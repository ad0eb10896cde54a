import { Component, type ComponentType, type ReactNode } from 'react';

/** What stands in for that which failed. */
export interface FallbackProps {
  readonly error: unknown;
  /** Draws it anew. */
  readonly onRetry: () => void;
  /** Pixels that it had. */
  readonly minHeight: number;
}

interface Props {
  readonly fallback: ComponentType<FallbackProps>;
  readonly minHeight?: number;
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly error: unknown;
}

/** Keeps what fails while it is drawn from taking its surroundings along. */
export class FailureBoundary extends Component<Props, State> {
  override state: State = { failed: false, error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error };
  }

  override render(): ReactNode {
    const { failed, error } = this.state;
    if (!failed) return this.props.children;
    const { fallback: Fallback, minHeight = 0 } = this.props;
    return <Fallback error={error} minHeight={minHeight} onRetry={() => this.setState({ failed: false, error: undefined })} />;
  }
}
