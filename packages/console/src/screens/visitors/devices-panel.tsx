import { devices } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { devicesQuery } from '../../api/devices';
import { DownloadButton } from '../../widgets/download-button';
import { ListPanel, type ListSubject } from '../../widgets/list-table/list-panel';
import { listChanges, readListState } from '../../widgets/list-table/list-state';
import type { UrlChanges } from '../../widgets/use-url-state';
import { DEVICE_LIST, type DeviceFilter, type DeviceQuestion, devicesExport, devicesInput, filterChange } from './device-state';
import { LatestVisits } from './latest-visits';
import { useDeviceColumns } from './use-device-columns';
import { useDeviceDetails } from './use-device-details';

interface Props {
  readonly title: string;
  readonly subject: ListSubject;
  readonly extra?: ReactNode;
  readonly above?: ReactNode;
  /** Under which name the choice of columns is kept. */
  readonly table: string;
  readonly question: DeviceQuestion;
  readonly parameters: URLSearchParams;
  readonly onChange: (changes: UrlChanges) => void;
}

/** Devices of visitors by fingerprint; a row opens to the newest visits. A click on a fact narrows the list to it. */
export function DevicesPanel({ title, subject, extra, above, table, question, parameters, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const state = readListState(parameters, DEVICE_LIST);
  const asked = useQuery(devicesQuery(client, devicesInput(question, state)));
  const onFilter = (name: DeviceFilter, value: string) => onChange(filterChange(name, value));
  const columns = useDeviceColumns(question.domain, onFilter);
  const details = useDeviceDetails(onFilter);
  const narrowed = Object.keys(question.filters).length > 0;
  const nothing = question.queryTime ? { title: t('panel.noneInRange'), hint: t('panel.noneInRangeHint') } : { title: t('visitors.noDevices'), hint: t('visitors.noDevicesHint') };
  return (
    <ListPanel
      title={title}
      subject={subject}
      extra={extra}
      above={above}
      asked={asked}
      table={table}
      columns={columns}
      rowKey={({ fingerprint }) => fingerprint}
      state={state}
      details={details}
      renderExpanded={(device) => <LatestVisits device={device} domain={question.domain} />}
      renderDownload={(chosen) => <DownloadButton endpoint={devices.fullExport} input={devicesExport(question, state)} columns={chosen} />}
      empty={narrowed ? { title: t('panel.noneUnderFilter'), hint: t('panel.noneUnderFilterHint') } : nothing}
      onChange={(part) => onChange(listChanges(state, part, DEVICE_LIST))}
    />
  );
}
