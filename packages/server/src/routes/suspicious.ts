import { endpoints } from '@footfall/contract';
import { fileName, fileOf } from '../exports/file.js';
import { suspicionSheet } from '../exports/suspicion-sheet.js';
import type { HandlersOf } from '../http/handler.js';
import { suspicionRange, suspicionsOf, suspiciousList } from '../questions/suspicious.js';
import { asking, type QuestionDeps } from './asking.js';

const { suspicious: calls } = endpoints;

/** Visitors that are not what they say. */
export function suspiciousRoutes(deps: QuestionDeps): HandlersOf<typeof calls> {
  return {
    list: (input, context) => suspiciousList(input, asking(deps, input.domain, context, calls.list.timeout)),
    async listExport(input, context) {
      const asked = asking(deps, input.domain, context, calls.listExport.timeout);
      return fileOf(await suspicionSheet(input, asked), input.format, fileName(input.domain, 'suspicious-visitors', suspicionRange(input, asked), asked.zone.text(asked.now)), asked.now);
    },
    visitor: (input, context) => suspicionsOf(input, asking(deps, input.domain, context, calls.visitor.timeout)),
  };
}
