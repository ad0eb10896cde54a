import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Spin } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { addWebsite, websitesChanged } from '../../api/websites';
import { failureText } from '../../widgets/failure-text';
import { PanelFrame } from '../../widgets/panel';
import { useSession } from '../../widgets/session';
import { type SiteFields, siteFields, siteInput } from '../../widgets/site-fields';
import { SiteForm } from '../../widgets/site-form';
import { TrackingSnippet } from '../../widgets/tracking-snippet';
import { Arrived } from './arrived';
import styles from './first-run.module.css';
import type { SiteRow } from './site-cells';
import { useFirstHit } from './use-first-hit';

interface Props {
  /** The whole list is known, and nothing was ever received by any site of it. */
  readonly nothingYet: boolean;
  readonly sites: readonly SiteRow[] | undefined;
  /** The first visit has come: the figures can be asked anew. */
  readonly onArrived: () => void;
}

/** From no site at all to the first visit: add a site, put the line into its pages, wait and see it arrive. */
export function FirstRun({ nothingYet, sites, onArrived }: Props): ReactNode {
  const { t } = useTranslation();
  const { isAdmin } = useSession();
  const [waitedFor, setWaitedFor] = useState<string>();
  const [dismissed, setDismissed] = useState(false);
  const first = nothingYet ? sites?.[0]?.domain : undefined;
  // Once waited for, a site stays until its first visit has been seen, though the list meanwhile knows of it.
  if (first !== undefined && waitedFor === undefined) setWaitedFor(first);
  const domain = first ?? waitedFor;
  const { arrived } = useFirstHit(dismissed ? undefined : domain);
  useEffect(() => {
    if (arrived) onArrived();
  }, [arrived, onArrived]);

  if (dismissed) return null;
  if (arrived && domain !== undefined) return <Arrived domain={domain} onClose={() => setDismissed(true)} />;
  if (!nothingYet) return null;
  return (
    <PanelFrame title={t('firstRun.title')}>
      <ol className={styles.steps}>
        {domain === undefined ? (
          <li className={styles.step}>
            <div>
              <h3>{t('firstRun.add')}</h3>
              {isAdmin ? <><p className={styles.note}>{t('firstRun.addText')}</p><AddFirst /></> : <p className={styles.note}>{t('firstRun.askAdmin')}</p>}
            </div>
          </li>
        ) : null}
        <li className={styles.step}>
          <div>
            <h3>{t('firstRun.snippet')}</h3>
            <p className={styles.note}>{t('firstRun.snippetText')}</p>
            <TrackingSnippet settings={sites?.find((site) => site.domain === domain)?.tracking} />
          </div>
        </li>
        <li className={styles.step}>
          <div>
            <h3>{t('firstRun.wait')}</h3>
            {domain === undefined ? null : (
              <div className={styles.waiting} role="status">
                <Spin size="small" />
                <span>{t('firstRun.waiting', { domain })} {t('firstRun.waitingText')}</span>
              </div>
            )}
          </div>
        </li>
      </ol>
    </PanelFrame>
  );
}

function AddFirst(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<SiteFields>();
  const add = useMutation({
    mutationFn: (fields: SiteFields) => addWebsite(client, siteInput(fields)),
    meta: { shownBy: 'form' },
    onSuccess: () => websitesChanged(queries),
  });
  return (
    <div className={styles.form}>
      <SiteForm id="first-site" form={form} start={siteFields(undefined)} disabled={add.isPending} onSubmit={(fields) => add.mutate(fields)}>
        <div>{add.error ? <Alert style={{ marginBottom: 12 }} type="error" showIcon title={failureText(add.error, t)} /> : null}</div>
        <Button type="primary" htmlType="submit" loading={add.isPending}>{t('firstRun.add')}</Button>
      </SiteForm>
    </div>
  );
}
