import { endpoints } from '@footfall/contract';
import { fileName, fileOf } from '../exports/file.js';
import { reportSheet } from '../exports/report-sheet.js';
import { siteZip } from '../exports/site-zip.js';
import type { HandlersOf } from '../http/handler.js';
import { events } from '../questions/events.js';
import { report as search } from '../questions/report.js';
import { visitInfo } from '../questions/visit-info.js';
import { visits } from '../questions/visits.js';
import { asking, type QuestionDeps } from './asking.js';

const { report } = endpoints;

/** Visits one by one and in groups, custom events by name, who a visitor is, and all of a site as files. */
export function reportRoutes(deps: QuestionDeps): HandlersOf<typeof report> {
  return {
    events: (input, context) => events(input, asking(deps, input.domain, context, report.events.timeout)),
    deviceLogs: (input, context) => visits(input, asking(deps, input.domain, context, report.deviceLogs.timeout)),
    search: (input, context) => search(input, asking(deps, input.domain, context, report.search.timeout)),
    async export(input, context) {
      const asked = asking(deps, input.domain, context, report.export.timeout);
      return fileOf(await reportSheet(input, asked), input.format, fileName(input.domain, 'report', input.created_at, asked.zone.text(asked.now)), asked.now);
    },
    visitInfo: (input, context) => visitInfo(input, asking(deps, input.domain, context, report.visitInfo.timeout)),
    siteExport: (input, context) => siteZip(input, asking(deps, input.domain, context, report.siteExport.timeout)),
  };
}
