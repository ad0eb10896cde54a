import { FileSearchOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session';
import styles from './proof-button.module.css';
import { type Question, questionOf } from './question-of';

const ProofDrawer = lazy(() => import('./proof-drawer'));

interface Props {
  /** What the figures are of, and the id of the element that says so. */
  readonly title: ReactNode;
  readonly titleId: string;
  /** The answer that is on the screen. */
  readonly data: unknown;
  readonly onRefresh: () => void;
}

/** Opens the proof of the figures beside it; nothing beside an answer that has none, and for strangers with a link. Its place is kept, so that nothing moves when the answer comes. */
export function ProofButton({ title, titleId, data, onRefresh }: Props): ReactNode {
  const { t } = useTranslation();
  const answers = useQueryClient().getQueryCache();
  const { user } = useSession();
  const id = useId();
  // What was on the screen when it was opened stays what is proven, though the screen goes on.
  const [opened, setOpened] = useState<{ readonly question: Question; readonly data: unknown } | null>(null);
  const [open, setOpen] = useState(false);
  const question = user.id === 0 ? null : questionOf(answers, data);
  const show = () => {
    if (question === null) return;
    setOpened({ question, data });
    setOpen(true);
  };
  return (
    <span className={styles.place}>
      {question === null ? null : (
        <button type="button" id={id} className={`${styles.button} ff-no-print`} aria-label={t('proof.open')} aria-labelledby={`${id} ${titleId}`} aria-haspopup="dialog" title={t('proof.open')} onClick={show}>
          <FileSearchOutlined role="presentation" aria-hidden="true" />
        </button>
      )}
      {opened === null ? null : (
        <Suspense fallback={null}>
          <ProofDrawer open={open} title={title} question={opened.question} shown={opened.data} onRefresh={onRefresh} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
