import type { SecondFactorState } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { secondFactorQuery } from '../../api/second-factor';
import { FailedState, Lines } from '../../widgets/panel-state';
import { FactorDialog } from './factor-dialog';
import type { FactorTask } from './factor-task';
import styles from './profile.module.css';

const HEIGHT = 84;
/** From so few on new recovery codes are due. */
const FEW = 3;

/** Whether one signs in with a code beside the password, and what can be done about it. */
export function SecondFactor(): ReactNode {
  const client = useClient();
  const { data, error, refetch } = useQuery(secondFactorQuery(client));
  const [task, setTask] = useState<FactorTask>();
  if (data === undefined) return error ? <FailedState error={error} onRetry={() => void refetch()} minHeight={HEIGHT} /> : <Lines minHeight={HEIGHT} rows={2} />;
  return (
    <>
      <Told state={data} onTask={setTask} />
      {task === undefined ? null : <FactorDialog task={task} onClose={() => setTask(undefined)} />}
    </>
  );
}

function Told({ state: { since, recovery_left: left }, onTask }: { readonly state: SecondFactorState; readonly onTask: (task: FactorTask) => void }): ReactNode {
  const { t } = useTranslation();
  const isOn = since !== '';
  return (
    <>
      <p className={styles.note}>
        <Tag color={isOn ? 'green' : 'default'}>{t(isOn ? 'factor.on' : 'factor.off')}</Tag>
        {isOn ? t('factor.since', { time: since }) : t('factor.about')}
      </p>
      {isOn ? <p className={left < FEW ? styles.few : styles.note}>{t('factor.left', { count: left })}</p> : null}
      <div className={styles.buttons}>
        {isOn ? (
          <>
            <Button onClick={() => onTask('codes')}>{t('factor.newCodes')}</Button>
            <Button danger onClick={() => onTask('off')}>{t('factor.turnOff')}</Button>
          </>
        ) : <Button type="primary" onClick={() => onTask('on')}>{t('factor.turnOn')}</Button>}
      </div>
    </>
  );
}
