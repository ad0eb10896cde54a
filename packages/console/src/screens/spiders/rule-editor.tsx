import { type SpiderRow, type SpiderType, SPIDER_LIMITS } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, AutoComplete, Button, Form, Input, Select, Switch } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { saveSpider, spidersChanged, spiderTypesQuery } from '../../api/spiders';
import { FormDialog, SaveFailure, useFreshForm } from '../../widgets/form-dialog';
import { useNotices } from '../../widgets/notices';
import { useSpiderType } from '../../widgets/spider-type';
import { DryRun } from './dry-run';
import styles from './spiders.module.css';
import { KeywordWarnings } from './warnings';

const FORM = 'spider-editor';

interface Fields {
  readonly type: string;
  readonly name: string;
  readonly keyword: readonly string[];
  readonly status: boolean;
}

const EMPTY: Fields = { type: '', name: '', keyword: [], status: true };
const NOTHING: readonly string[] = [];

/** A rule that another screen wishes for. */
export interface RuleDraft {
  readonly name: string;
  readonly keyword: string;
}

/** What comes from a visitor is a crawler of no known kind. */
const DRAFT_TYPE: SpiderType = 'other';
const fieldsOf = ({ name, keyword }: RuleDraft): Fields => ({ ...EMPTY, type: DRAFT_TYPE, name, keyword: [keyword] });

interface Props {
  readonly open: boolean;
  /** undefined adds one. */
  readonly spider: SpiderRow | undefined;
  /** What a rule that is added begins with, from another screen; it is tried at once. */
  readonly draft?: RuleDraft | undefined;
  readonly onClose: () => void;
}

/** Blank keywords are ignored. Source: specification 2, section 5. */
const tidy = (words: readonly string[]): string[] => words.map((word) => word.trim()).filter((word) => word !== '');

/** Adds a rule or changes one; what it would take of what is stored can be seen before it is saved. */
export function RuleEditor({ open, spider, draft, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const nameOf = useSpiderType();
  const [form] = Form.useForm<Fields>();
  const [tried, setTried] = useState<Omit<Fields, 'status'>>();
  const [touched, setTouched] = useState(false);
  const { data: types = [] } = useQuery(spiderTypesQuery(client));
  const keywords = tidy(Form.useWatch('keyword', form) ?? NOTHING);
  const close = () => {
    setTried(undefined);
    setTouched(false);
    onClose();
  };
  const save = useMutation({
    mutationFn: ({ type, name, keyword, status }: Fields) => saveSpider(client, spider?.id, { type: type.trim(), name: name.trim(), keyword: tidy(keyword), status: status ? 1 : 0 }),
    meta: { shownBy: 'form' },
    onSuccess: async () => {
      void message.success(t(spider ? 'spider.saved' : 'spider.added'));
      close();
      await spidersChanged(queries);
    },
  });
  useFreshForm(open, form, useCallback(() => (spider ? { type: spider.type, name: spider.name, keyword: spider.keyword, status: spider.status === 1 } : draft ? fieldsOf(draft) : EMPTY), [spider, draft]), save.reset);
  const trial = tried ?? (draft !== undefined && !touched ? fieldsOf(draft) : undefined);
  const attempt = () => {
    form.validateFields().then(({ type, name, keyword }) => setTried({ type: type.trim(), name: name.trim(), keyword: tidy(keyword) }), () => undefined);
  };
  return (
    <FormDialog open={open} title={t(spider ? 'spider.edit' : 'spider.add')} form={FORM} saving={save.isPending} width={640} onClose={close}>
      <Form<Fields> id={FORM} form={form} layout="vertical" initialValues={EMPTY} disabled={save.isPending} onFinish={(fields) => save.mutate(fields)} onValuesChange={() => { setTried(undefined); setTouched(true); }}>
        <Form.Item name="type" label={t('spider.type')} rules={[{ required: true, whitespace: true, message: t('spider.required') }]}>
          <AutoComplete maxLength={SPIDER_LIMITS.type} options={types.map((value) => ({ value, label: nameOf(value) === value ? value : `${nameOf(value)} (${value})` }))} />
        </Form.Item>
        <Form.Item name="name" label={t('spider.name')} rules={[{ required: true, whitespace: true, message: t('spider.required') }]}>
          <Input maxLength={SPIDER_LIMITS.name} />
        </Form.Item>
        <Form.Item name="keyword" label={t('spider.keywords')} extra={t('spider.keywordsHint')}>
          <Select mode="tags" open={false} suffixIcon={null} maxCount={SPIDER_LIMITS.keywords} />
        </Form.Item>
        <KeywordWarnings id={spider?.id ?? 0} keywords={keywords} />
        <Form.Item name="status" label={t('spider.status')} valuePropName="checked"><Switch /></Form.Item>
        <div className={styles.stack}>
          <div><Button onClick={attempt}>{t('spider.tryHistory')}</Button></div>
          {draft === undefined ? null : <Alert type="info" showIcon title={t('spider.draftHint')} />}
          {trial === undefined ? null : <DryRun rule={{ id: spider?.id ?? 0, type: trial.type, name: trial.name, keyword: [...trial.keyword] }} />}
          <SaveFailure error={save.error} />
        </div>
      </Form>
    </FormDialog>
  );
}
