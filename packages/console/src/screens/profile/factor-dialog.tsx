import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownSessionsChanged } from '../../api/profile';
import { useClient } from '../../api/client-context';
import { beginSecondFactor, confirmSecondFactor, type NewFactor, removeSecondFactor, renewRecoveryCodes, secondFactorChanged } from '../../api/second-factor';
import { useNotices } from '../../widgets/notices';
import { FactorCode } from './factor-code';
import { FactorPassword } from './factor-password';
import type { FactorTask } from './factor-task';
import { RecoveryCodes } from './recovery-codes';

const WIDTH = 460;
const TITLES = { on: 'factor.title', codes: 'factor.newCodes', off: 'factor.turnOff' } as const;

interface Props {
  readonly task: FactorTask;
  readonly onClose: () => void;
}

/** The steps of a task: the password first, then, to turn it on, a code of the app; what is told once comes last. */
export function FactorDialog({ task, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const [begun, setBegun] = useState<NewFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const withPassword = useMutation({
    mutationFn: async (current: string) => {
      if (task === 'on') setBegun(await beginSecondFactor(client, current));
      else if (task === 'codes') setCodes(await renewRecoveryCodes(client, current));
      else await removeSecondFactor(client, current);
    },
    meta: { shownBy: 'form' },
    onSuccess: async () => {
      if (task === 'on') return;
      await secondFactorChanged(queries);
      if (task !== 'off') return;
      void message.success(t('factor.isOff'));
      onClose();
    },
  });
  const confirm = useMutation({
    mutationFn: async (code: string) => setCodes(await confirmSecondFactor(client, code)),
    meta: { shownBy: 'form' },
    onSuccess: async () => {
      await secondFactorChanged(queries);
      await ownSessionsChanged(queries);
    },
  });
  const step =
    codes !== undefined ? <RecoveryCodes codes={codes} onDone={onClose} />
    : begun !== undefined ? <FactorCode factor={begun} error={confirm.error} busy={confirm.isPending} onCode={(code) => confirm.mutate(code)} />
    : <FactorPassword task={task} error={withPassword.error} busy={withPassword.isPending} onPassword={(current) => withPassword.mutate(current)} />;
  return (
    <Modal open title={t(codes === undefined ? TITLES[task] : 'factor.codes')} width={WIDTH} footer={null} maskClosable={false} onCancel={onClose} closable={{ 'aria-label': t('common.close') }}>
      {step}
    </Modal>
  );
}
