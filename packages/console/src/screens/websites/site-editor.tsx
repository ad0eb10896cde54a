import type { Website } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Tabs } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import { useClient } from '../../api/client-context';
import { addWebsite, editWebsite, websitesChanged } from '../../api/websites';
import { shownDomain } from '../../lib/domain-name';
import { FormDialog, SaveFailure, useFreshForm } from '../../widgets/form-dialog';
import { useNotices } from '../../widgets/notices';
import { type SiteFields, siteFields, siteInput } from '../../widgets/site-fields';
import { SiteForm } from '../../widgets/site-form';
import { SITE_SECTIONS } from '../../widgets/site-sections';
import { OWN_SECTIONS } from './own-sections';
import { SiteKeys } from './site-keys';
import { SiteMembers } from './site-members';
import { wrongLines } from './wrong-lines';

const FORM = 'site-editor';

type Section = (typeof SITE_SECTIONS)[number] | (typeof OWN_SECTIONS)[number];

interface Props {
  readonly open: boolean;
  /** undefined adds one. */
  readonly site: Website | undefined;
  readonly onClose: () => void;
}

/** The site that already answers for a domain or alias, of a failure that says so. */
function holderOf(error: unknown): string | undefined {
  const holder = error instanceof ApiError ? error.details['site'] : undefined;
  return typeof holder === 'string' ? shownDomain(holder) : undefined;
}

/** Adds a site or changes one. */
export function SiteEditor({ open, site, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<SiteFields>();
  const [section, setSection] = useState<Section>('general');
  const leave = () => {
    setSection('general');
    onClose();
  };
  const save = useMutation({
    mutationFn: (fields: SiteFields) => (site ? editWebsite(client, { id: site.id, ...siteInput(fields) }) : addWebsite(client, siteInput(fields))),
    meta: { shownBy: 'form' },
    onSuccess: async () => {
      void message.success(t(site ? 'site.saved' : 'site.added'));
      leave();
      await websitesChanged(queries);
    },
    onError: (error, fields) => {
      const wrong = wrongLines(error, fields);
      form.setFields(wrong.map(({ list, lines }) => ({ name: list, errors: lines.map(({ number, text }) => t('site.lineWrong', { number, text })) })));
      const [first] = wrong;
      if (first !== undefined) setSection(first.list === 'aliases' ? 'general' : 'leftOut');
    },
  });
  useFreshForm(open, form, useCallback(() => siteFields(site), [site]), save.reset);
  const sections: readonly Section[] = site ? [...SITE_SECTIONS, ...OWN_SECTIONS] : SITE_SECTIONS;
  const isForm = section !== 'members' && section !== 'keys';
  return (
    <FormDialog open={open} title={t(site ? 'site.edit' : 'site.add')} form={FORM} isForm={isForm} saving={save.isPending} width={600} onClose={leave}>
      <Tabs size="small" activeKey={section} items={sections.map((key) => ({ key, label: t(`site.section.${key}`) }))} onChange={(key) => setSection(sections.find((one) => one === key) ?? 'general')} />
      <div hidden={!isForm}>
        <SiteForm id={FORM} form={form} start={siteFields(site)} disabled={save.isPending} section={isForm ? section : 'general'} onSubmit={(fields) => save.mutate(fields)} onIncomplete={() => setSection('general')}>
          <SaveFailure error={save.error} description={holderOf(save.error)} />
        </SiteForm>
      </div>
      {site !== undefined && section === 'members' ? <SiteMembers siteId={site.id} /> : null}
      {site !== undefined && section === 'keys' ? <SiteKeys key={site.id} siteId={site.id} /> : null}
    </FormDialog>
  );
}
