import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../api/client-context';
import { statementQuery } from '../../api/sql';
import { useUrlState } from '../../widgets/use-url-state';
import { AnswerPanel } from './answer-panel';
import styles from './sql.module.css';
import { StatementPanel } from './statement-panel';
import { TablesPanel } from './tables-panel';

/** Bytes of a statement in the address: with more, a server refuses the page's own request. */
const MOST_IN_ADDRESS = 6_000;

/** One's own questions in SQL. The statement that was run is in the address as `sql`, unless it is too long for that. */
export default function SqlScreen(): ReactNode {
  const client = useClient();
  const [parameters, change] = useUrlState();
  const [long, setLong] = useState('');
  const statement = parameters.get('sql') ?? long;
  const asked = useQuery(statementQuery(client, statement));
  const run = (text: string) => {
    if (text === statement) {
      void asked.refetch();
      return;
    }
    const fits = encodeURIComponent(text).length <= MOST_IN_ADDRESS;
    setLong(fits ? '' : text);
    change({ sql: fits ? text : undefined });
  };
  return (
    <div className={styles.grid}>
      <div className={styles.main}>
        <StatementPanel statement={statement} running={asked.isFetching} onRun={run} />
        <AnswerPanel statement={statement} asked={asked} />
      </div>
      <TablesPanel />
    </div>
  );
}
