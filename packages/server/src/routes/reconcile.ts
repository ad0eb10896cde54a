/** The access log of a site beside its beacons. */
import { endpoints } from '@footfall/contract';
import { fileName, fileOf } from '../exports/file.js';
import { reconciledDaysSheet, reconciledViewsSheet } from '../exports/reconcile-sheets.js';
import type { HandlersOf } from '../http/handler.js';
import { reconcileDays, reconcileRange, reconcileViews } from '../questions/reconcile.js';
import { asking, type QuestionDeps } from './asking.js';

const { reconcile: calls } = endpoints;

export function reconcileRoutes(deps: QuestionDeps): HandlersOf<typeof calls> {
  return {
    days: (input, context) => reconcileDays(input, asking(deps, input.domain, context, calls.days.timeout)),
    async daysExport(input, context) {
      const asked = asking(deps, input.domain, context, calls.daysExport.timeout);
      return fileOf(await reconciledDaysSheet(input, asked), input.format, fileName(input.domain, 'log-and-beacon-days', reconcileRange(input, asked), asked.zone.text(asked.now)), asked.now);
    },
    views: (input, context) => reconcileViews(input, asking(deps, input.domain, context, calls.views.timeout)),
    async viewsExport(input, context) {
      const asked = asking(deps, input.domain, context, calls.viewsExport.timeout);
      return fileOf(await reconciledViewsSheet(input, asked), input.format, fileName(input.domain, 'log-and-beacon', reconcileRange(input, asked), asked.zone.text(asked.now)), asked.now);
    },
  };
}
