import { ExportOutlined } from '@ant-design/icons';
import type { VisitInfo } from '@footfall/contract';
import { Alert, Collapse, Descriptions } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../lib/names';
import { CopyButton } from '../../widgets/copy-button';
import { Count } from '../../widgets/count';
import { deviceName } from '../../widgets/device-name';
import { useLanguage } from '../../widgets/language';
import { ProofButton } from '../../widgets/proof/proof-button';
import { useIsMobile } from '../../widgets/use-media';
import { SeenLists } from './seen-lists';
import type { SearchType } from './trajectory-state';
import { VisitorActions } from './visitor-actions';
import styles from './trajectory.module.css';

interface Props {
  readonly info: VisitInfo;
  readonly type: SearchType;
  /** The fingerprint or the address that was looked for. */
  readonly value: string;
  /** The site that links keep to, '' for all. */
  readonly domain: string;
  readonly onRefresh: () => void;
}

const joined = (...parts: readonly (string | number)[]): string => parts.map(String).filter((part) => part !== '').join(' ');

/** What is known of the visitor; it is open as soon as it is there. Source: specification 1, section 2, "User trajectory". */
export function VisitorInfo({ info, type, value: lookedFor, domain, onRefresh }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const mobile = useIsMobile();
  const [open, setOpen] = useState(true);
  const titleId = useId();
  const fact = (key: string, label: string, value: ReactNode) => ({ key, label, children: value === '' ? t('common.none') : value });
  const items = [
    fact('platform', t('field.platform'), info.platform),
    fact('device_type', t('field.device_type'), deviceName(info.device_type, t)),
    fact('device_model', t('trajectory.deviceModel'), joined(info.device_vendor, info.device_model)),
    fact('cpu_cores', t('field.cpu_cores'), String(info.cpu_cores)),
    fact('ram', t('field.ram'), info.ram === '' ? '' : `${info.ram} G`),
    fact('os', t('visitors.os'), joined(info.os_name, info.os_version)),
    fact('browser', t('visitors.browser'), joined(info.browser_name, info.browser_version)),
    fact('screen_resolution', t('field.screen_resolution'), info.screen_resolution),
    fact('fingerprint', t('field.fingerprint'), info.fingerprint === '' ? '' : <span className={styles.valued}>{info.fingerprint}<CopyButton text={info.fingerprint} label={t('common.copy')} /></span>),
    fact('ip', t('field.ip'), <span className={styles.valued}>{info.ip}<CopyButton text={info.ip} label={t('common.copy')} /><LookUp ip={info.ip} /></span>),
    fact('connection_type', t('field.connection_type'), info.connection_type),
    fact('country', t('field.country'), countryName(info.country_code, locale, info.country)),
  ];
  const facts = (
    <span className={styles.figures}>
      <span>{t('metric.pv')} <b><Count value={info.pv} /></b></span>
      <span>{t('trajectory.sessions')} <b><Count value={info.sessions} /></b></span>
      <span>{t('trajectory.firstSeen')} <b className="ff-number">{info.first_seen}</b></span>
      <span>{t('trajectory.lastSeen')} <b className="ff-number">{info.last_seen}</b></span>
    </span>
  );
  return (
    <Collapse
      className={styles.info ?? ''}
      activeKey={open ? ['info'] : []}
      onChange={() => setOpen(!open)}
      items={[
        {
          key: 'info',
          label: <span id={titleId} className={styles.infoTitle}>{t('trajectory.visitor')}</span>,
          extra: mobile ? null : facts,
          children: (
            <>
              <div className={styles.proof}>{mobile ? facts : null}<ProofButton title={t('trajectory.visitor')} titleId={titleId} data={info} onRefresh={onRefresh} /></div>
              {type === 'ip' && info.fingerprints_total > 1 ? <Alert className={styles.shared ?? ''} type="info" showIcon title={t('trajectory.shared', { num: info.fingerprints_total })} /> : null}
              <Descriptions size="small" column={{ xs: 1, md: 2, xl: 3 }} items={items} />
              <SeenLists info={info} domain={domain} />
              <VisitorActions type={type} value={lookedFor} domain={domain} />
            </>
          ),
        },
      ]}
    />
  );
}

/** Another site that knows more of addresses; it learns nothing of this console. */
function LookUp({ ip }: { readonly ip: string }): ReactNode {
  const { t } = useTranslation();
  const label = t('trajectory.lookUp', { ip });
  return <a className={`${styles.lookUp} ff-no-print`} href={`https://ipinfo.io/${encodeURIComponent(ip)}`} target="_blank" rel="noopener noreferrer" title={label} aria-label={label}><ExportOutlined aria-hidden="true" /></a>;
}
