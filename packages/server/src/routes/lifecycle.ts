/** From published to visited: when addresses were first seen, crawled, found in a search engine and visited. */
import { endpoints } from '@footfall/contract';
import { fileName, fileOf } from '../exports/file.js';
import { lifecycleSheet, mediansSheet } from '../exports/lifecycle-sheets.js';
import type { HandlersOf, RequestContext } from '../http/handler.js';
import { coverageRange } from '../questions/coverage.js';
import { lifecycleMedians, lifecycleUrls } from '../questions/lifecycle.js';
import type { Sitemaps } from '../sitemaps/sitemaps.js';
import { asking, type QuestionDeps } from './asking.js';
import { readingsOf } from './readings.js';

const { lifecycle: calls } = endpoints;

export interface LifecycleDeps extends QuestionDeps {
  readonly sitemaps: Pick<Sitemaps, 'of'>;
}

export function lifecycleRoutes(deps: LifecycleDeps): HandlersOf<typeof calls> {
  const readings = (domain: string, context: RequestContext): Promise<number[]> => readingsOf(deps, domain, context);
  return {
    urls: async (input, context) => lifecycleUrls(input, await readings(input.domain, context), asking(deps, input.domain, context, calls.urls.timeout)),
    async urlsExport(input, context) {
      const asked = asking(deps, input.domain, context, calls.urlsExport.timeout);
      return fileOf(await lifecycleSheet(input, await readings(input.domain, context), asked), input.format, fileName(input.domain, 'published-to-visited', coverageRange(input, asked), asked.zone.text(asked.now)), asked.now);
    },
    medians: async (input, context) => lifecycleMedians(input, await readings(input.domain, context), asking(deps, input.domain, context, calls.medians.timeout)),
    async mediansExport(input, context) {
      const asked = asking(deps, input.domain, context, calls.mediansExport.timeout);
      return fileOf(await mediansSheet(input, await readings(input.domain, context), asked), input.format, fileName(input.domain, 'medians', coverageRange(input, asked), asked.zone.text(asked.now)), asked.now);
    },
  };
}
