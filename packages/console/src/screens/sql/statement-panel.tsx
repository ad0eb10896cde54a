import { CaretRightOutlined } from '@ant-design/icons';
import { SQL_LIMITS } from '@footfall/contract';
import { Button, Input } from 'antd';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelFrame } from '../../widgets/panel';
import { EXAMPLES, STATEMENTS } from './examples';
import styles from './sql.module.css';

interface Props {
  /** The statement that was run last; '' for none. */
  readonly statement: string;
  readonly running: boolean;
  readonly onRun: (text: string) => void;
}

/** By which a statement is run from the keyboard; the other way on a Mac works as well. */
const KEYS = 'Ctrl+Enter';
const ROWS = { minRows: 6, maxRows: 18 };

/** Where a statement is written and run: by the button, or by Ctrl and Enter. */
export function StatementPanel({ statement, running, onRun }: Props): ReactNode {
  const { t } = useTranslation();
  // What is typed belongs to the statement it began with: another one from the address takes its place.
  const [draft, setDraft] = useState({ of: statement, text: statement });
  const text = draft.of === statement ? draft.text : statement;
  const run = () => {
    if (text.trim() !== '') onRun(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  };
  const begin = (example: string) => {
    setDraft({ of: statement, text: example });
    onRun(example);
  };
  return (
    <PanelFrame title={t('sql.statement')} extra={<Button type="primary" icon={<CaretRightOutlined />} loading={running} disabled={text.trim() === ''} onClick={run} title={KEYS}>{t('sql.run')}</Button>}>
      <Input.TextArea className={styles.editor ?? ''} aria-label={t('sql.statement')} autoSize={ROWS} maxLength={SQL_LIMITS.length} value={text} autoCapitalize="none" spellCheck={false} onChange={({ target }) => setDraft({ of: statement, text: target.value })} onKeyDown={onKeyDown} />
      <div className={styles.examples}>
        <span className={styles.muted}>{t('sql.examples')}</span>
        {EXAMPLES.map((name) => <Button key={name} size="small" onClick={() => begin(STATEMENTS[name])}>{t(`sql.example.${name}`)}</Button>)}
      </div>
    </PanelFrame>
  );
}
