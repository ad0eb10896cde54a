import { endpoints, type SpiderRow } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { ExperimentOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spiderListQuery } from '../../api/spiders';
import { DownloadButton } from '../../widgets/download-button';
import { ListPanel } from '../../widgets/list-table/list-panel';
import { listChanges } from '../../widgets/list-table/list-state';
import { SearchBox } from '../../widgets/search-box';
import { useSession } from '../../widgets/session';
import { SpiderPickers } from '../../widgets/spider-pickers';
import { useScope } from '../../widgets/use-scope';
import { useUrlState } from '../../widgets/use-url-state';
import { readSpiderList, SPIDER_LIST, SPIDERS_TABLE, spiderListAll, spiderListInput } from './list-state';
import { RuleEditor } from './rule-editor';
import { RuleLab } from './rule-lab';
import styles from './spiders.module.css';
import { useRuleChanges } from './use-rule-changes';
import { useRuleColumns } from './use-rule-columns';

type OpenDialog = { readonly kind: 'edit' | 'lab'; readonly spider?: SpiderRow } | undefined;
const NONE: ReadonlySet<number> = new Set();

/** The spider rules. All of the list's state is in the address. */
export default function SpiderList(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const { isAdmin } = useSession();
  const [parameters, change] = useUrlState();
  const state = readSpiderList(parameters);
  const scope = useScope(parameters.get('domain') ?? '');
  const asked = useQuery(spiderListQuery(client, spiderListInput(state)));
  const [dialog, setDialog] = useState<OpenDialog>();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(NONE);
  const changes = useRuleChanges();
  const choose = useCallback((id: number, on: boolean) => setChosen((before) => (on ? new Set([...before, id]) : new Set([...before].filter((other) => other !== id)))), []);
  const columns = useRuleColumns({
    chosen,
    onChoose: choose,
    onEdit: (spider) => setDialog({ kind: 'edit', spider }),
    onTry: (spider) => setDialog({ kind: 'lab', spider }),
    onRemove: (spider) => changes.remove(spider),
    onType: (type) => change({ type, spider_id: undefined, page: undefined }),
  });
  const shown = useMemo(() => asked.data?.list ?? [], [asked.data]);
  const isPageChosen = shown.length > 0 && shown.every(({ id }) => chosen.has(id));
  const bulk = (action: 'enable' | 'disable' | 'remove') => changes.bulk([...chosen], action, () => setChosen(NONE));
  const { name: newName, keyword: newKeyword } = state.newRule;
  const draft = useMemo(() => (isAdmin && newName !== '' && newKeyword !== '' ? { name: newName, keyword: newKeyword } : undefined), [isAdmin, newName, newKeyword]);
  const close = () => {
    setDialog(undefined);
    if (draft !== undefined) change({ new_rule: undefined, keyword: undefined });
  };
  // As the list knows it now: it may have been switched on a moment ago.
  const tried = dialog?.kind === 'lab' ? (shown.find(({ id }) => id === dialog.spider?.id) ?? dialog.spider) : undefined;
  return (
    <>
      <ListPanel
        title={t('route.spiderList')}
        subject={{ screen: 'SpiderList', domain: '', queryTime: undefined, zone: scope.zone ?? 'UTC' }}
        extra={
          <>
            <Button icon={<ExperimentOutlined />} onClick={() => setDialog({ kind: 'lab' })}>{t('spider.lab')}</Button>
            {isAdmin ? <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'edit' })}>{t('common.add')}</Button> : null}
          </>
        }
        above={
          <div className={styles.bulk}>
            <SpiderPickers type={state.type} spiderId={state.spiderId} onChange={({ type, spiderId }) => change({ type: type === '' ? undefined : type, spider_id: spiderId === undefined ? undefined : String(spiderId), page: undefined })} />
            <Select
              aria-label={t('spider.status')}
              placeholder={t('spider.status')}
              allowClear
              style={{ minWidth: 110 }}
              value={state.status ?? null}
              options={[{ value: 1, label: t('spider.on') }, { value: 0, label: t('spider.off') }]}
              onChange={(value) => change({ status: value === 0 || value === 1 ? String(value) : undefined, page: undefined })}
            />
            <SearchBox value={state.search} label={t('spider.search')} width={250} onSearch={(q) => change({ q: q === '' ? undefined : q, page: undefined })} />
            {isAdmin ? <Checkbox checked={isPageChosen} indeterminate={!isPageChosen && chosen.size > 0} onChange={({ target }) => setChosen(target.checked ? new Set(shown.map(({ id }) => id)) : NONE)}>{chosen.size === 0 ? t('spider.choosePage') : t('spider.chosen', { num: chosen.size })}</Checkbox> : null}
            {chosen.size === 0 ? null : (
              <>
                <Button size="small" onClick={() => bulk('enable')}>{t('spider.bulkEnable')}</Button>
                <Button size="small" onClick={() => bulk('disable')}>{t('spider.bulkDisable')}</Button>
                <Button size="small" danger onClick={() => bulk('remove')}>{t('common.delete')}</Button>
              </>
            )}
          </div>
        }
        asked={asked}
        table={SPIDERS_TABLE}
        columns={columns}
        rowKey={({ id }) => String(id)}
        state={state}
        renderDownload={(fields) => <DownloadButton endpoint={endpoints.spiders.listExport} input={spiderListAll(state)} columns={fields} />}
        empty={{ title: t('spider.none'), hint: t('spider.noneHint') }}
        onChange={(part) => change(listChanges(state, part, SPIDER_LIST))}
      />
      <RuleEditor open={dialog?.kind === 'edit' || draft !== undefined} spider={dialog?.kind === 'edit' ? dialog.spider : undefined} draft={dialog === undefined ? draft : undefined} onClose={close} />
      <RuleLab open={dialog?.kind === 'lab'} spider={tried} onClose={close} />
    </>
  );
}
