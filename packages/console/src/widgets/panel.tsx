import { type ReactNode, useId } from 'react';
import { PanelBoundary } from './panel-boundary';
import { EmptyState, FailedAgain, FailedState, Lines } from './panel-state';
import styles from './panel.module.css';
import { ProofButton } from './proof/proof-button';
import { useHeld } from './use-held';

/** What a panel needs to know of its question. */
export interface Asked<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isPlaceholderData: boolean;
  refetch(): Promise<unknown>;
}

interface FrameProps {
  readonly title: ReactNode;
  readonly extra?: ReactNode;
  readonly busy?: boolean;
  /** Pixels of the finished body. */
  readonly minHeight?: number;
  /** The answer whose figures it shows, undefined while there is none: they open their proof, if they have one. */
  readonly proof?: { readonly data: unknown; readonly onRefresh: () => void };
  readonly children: ReactNode;
}

/** The frame of a part of a screen; what can not be drawn fails in here alone. */
export function PanelFrame({ title, extra, busy = false, minHeight = 0, proof, children }: FrameProps): ReactNode {
  const titleId = useId();
  return (
    <section className={styles.panel} aria-busy={busy}>
      {busy ? <div className={styles.bar} /> : null}
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>{title}</h2>
        {proof === undefined ? null : <ProofButton title={title} titleId={titleId} {...proof} />}
        {extra === undefined ? null : <div className={styles.extra}>{extra}</div>}
      </div>
      <PanelBoundary minHeight={minHeight}>{children}</PanelBoundary>
    </section>
  );
}

interface Props<T> {
  readonly title: ReactNode;
  readonly extra?: ReactNode;
  readonly asked: Asked<T>;
  /** Pixels of the finished panel's body, so that nothing moves when the answer comes. */
  readonly minHeight: number;
  readonly rows?: number;
  /** The answer is a list of any length, so only what stands in for it keeps the height. */
  readonly anyHeight?: boolean;
  /** Stands above the answer in all its states: what the reader changes the question with. */
  readonly above?: ReactNode;
  /** What to say instead of an answer that holds nothing; undefined: show the answer all the same. */
  readonly empty?: (data: T) => { readonly title: string; readonly hint?: string } | undefined;
  readonly children: (data: T) => ReactNode;
}

interface BodyProps<T> extends Pick<Props<T>, 'asked' | 'minHeight' | 'empty' | 'children'> {
  readonly rows: number;
  readonly anyHeight: boolean;
  readonly onRetry: () => void;
}

/**
 * A part of a screen that asks one question and goes through its states by itself: grey lines of the final size, the
 * answer, the old answer dimmed while the new one is on its way, nothing, or the failure with another try.
 */
export function Panel<T>({ title, extra, asked, minHeight, rows = 4, anyHeight = false, above, empty, children }: Props<T>): ReactNode {
  const busy = useHeld(asked.isPending || asked.isPlaceholderData);
  const retry = () => {
    void asked.refetch();
  };
  return (
    <PanelFrame title={title} extra={extra} busy={busy && !asked.error} minHeight={minHeight} proof={{ data: asked.data, onRefresh: retry }}>
      {above}
      <Body {...{ asked, minHeight, rows, anyHeight, children }} {...(empty ? { empty } : {})} onRetry={retry} />
    </PanelFrame>
  );
}

/** Its own component, so that what fails in it is caught around it. */
function Body<T>({ asked, minHeight, rows, anyHeight, empty, onRetry, children }: BodyProps<T>): ReactNode {
  if (asked.data === undefined) {
    return asked.error ? <FailedState error={asked.error} onRetry={onRetry} minHeight={minHeight} /> : <Lines minHeight={minHeight} rows={rows} />;
  }
  const nothing = empty?.(asked.data);
  return (
    <>
      {asked.error ? <FailedAgain error={asked.error} onRetry={onRetry} /> : null}
      <div className={asked.isPlaceholderData ? styles.stale : ''} style={{ minHeight: anyHeight ? undefined : minHeight }}>
        {nothing ? <EmptyState {...nothing} minHeight={minHeight} /> : children(asked.data)}
      </div>
    </>
  );
}
