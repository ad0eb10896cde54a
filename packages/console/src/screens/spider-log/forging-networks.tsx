import { type endpoints, networkOwnerText, type Output } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatShare } from '../../lib/numbers';
import { Hint } from '../../widgets/hint';
import { useLanguage } from '../../widgets/language';
import shares from '../../widgets/shares.module.css';
import styles from './spider-log.module.css';

type Networks = Output<typeof endpoints.spiders.authenticity>['networks'];

/** Who runs the networks that forged hits came from. */
export function ForgingNetworks({ networks: { list, left_out: leftOut }, forged }: { readonly networks: Networks; /** Forged hits in all. */ readonly forged: number }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  if (list.length === 0) return null;
  const number = (value: number): string => formatCount(value, locale);
  return (
    <>
      <h3 className={styles.part}>{t('authenticity.networks')} <Hint text={t('authenticity.networksHint')} /></h3>
      {list.every((owner) => networkOwnerText(owner) === '') ? (
        <p className={styles.sources}>{t('authenticity.networksUnknown')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={`${shares.table} ${styles.verdicts}`}>
            <thead><tr><th scope="col">{t('authenticity.owner')}</th><th scope="col">{t('authenticity.addresses')}</th><th scope="col">{t('spider.hits')}</th><th scope="col">{t('authenticity.ofForged')}</th></tr></thead>
            <tbody>
              {list.map(({ asn, name, hits, addresses }) => (
                <tr key={`${String(asn)} ${name}`}>
                  <td><bdi>{networkOwnerText({ asn, name }) || t('common.unknown')}</bdi></td>
                  <td>{number(addresses)}</td>
                  <td>{number(hits)}</td>
                  <td>{formatShare(hits, forged, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {leftOut === 0 ? null : <p className={styles.sources}>{t('authenticity.networksLeftOut', { num: number(leftOut) })}</p>}
    </>
  );
}
