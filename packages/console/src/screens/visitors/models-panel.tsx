import { devices } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { deviceModelsQuery } from '../../api/devices';
import { DownloadButton } from '../../widgets/download-button';
import { ListPanel, type ListSubject } from '../../widgets/list-table/list-panel';
import { listChanges, readListState } from '../../widgets/list-table/list-state';
import type { UrlChanges } from '../../widgets/use-url-state';
import { type DeviceFilter, type DeviceQuestion, filterChange, MODEL_LIST, modelsExport, modelsInput } from './device-state';
import { useModelColumns } from './use-model-columns';
import { useModelDetails } from './use-model-details';

/** Source: specification 1, section 2, "Device model list". */
const TABLE = 'device_full';

interface Props {
  readonly title: string;
  readonly subject: ListSubject;
  readonly extra: ReactNode;
  readonly above: ReactNode;
  readonly question: DeviceQuestion;
  readonly parameters: URLSearchParams;
  readonly onChange: (changes: UrlChanges) => void;
}

/** Device models seen; each leads to its devices. A click on a fact narrows the list to it. */
export function ModelsPanel({ title, subject, extra, above, question, parameters, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const state = readListState(parameters, MODEL_LIST);
  const asked = useQuery(deviceModelsQuery(client, modelsInput(question, state)));
  const onFilter = (name: DeviceFilter, value: string) => onChange(filterChange(name, value));
  const columns = useModelColumns(question.domain, onFilter);
  const details = useModelDetails(onFilter);
  const { device_model: model = '', platform = '', device_type: type = '', os_name: os = '' } = question.filters;
  const narrowed = [model, platform, type, os].some((value) => value !== '');
  const nothing = question.queryTime ? { title: t('panel.noneInRange'), hint: t('panel.noneInRangeHint') } : { title: t('visitors.noDevices'), hint: t('visitors.noDevicesHint') };
  return (
    <ListPanel
      title={title}
      subject={subject}
      extra={extra}
      above={above}
      asked={asked}
      table={TABLE}
      columns={columns}
      rowKey={({ id }) => id}
      state={state}
      details={details}
      renderDownload={(chosen) => <DownloadButton endpoint={devices.modelsExport} input={modelsExport(question, state)} columns={chosen} />}
      empty={narrowed ? { title: t('panel.noneUnderFilter'), hint: t('panel.noneUnderFilterHint') } : nothing}
      onChange={(part) => onChange(listChanges(state, part, MODEL_LIST))}
    />
  );
}
