import { endpoints } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import { valuesOf } from '../questions/value-lists.js';
import { asking, type QuestionDeps } from './asking.js';

const { common } = endpoints;

/** The values that pickers offer, of what visits have brought so far. */
export function listsRoutes(deps: QuestionDeps): Pick<HandlersOf<typeof common>, 'countryList' | 'browserList' | 'deviceList'> {
  return {
    async countryList({ domain }, context) {
      const asked = asking(deps, domain, context, common.countryList.timeout);
      return (await valuesOf('country_code', asked)).map((code) => ({ country: asked.countryNames(code), country_code: code }));
    },
    browserList: ({ domain }, context) => valuesOf('browser_name', asking(deps, domain, context, common.browserList.timeout)),
    deviceList: ({ domain }, context) => valuesOf('device_type', asking(deps, domain, context, common.deviceList.timeout)),
  };
}
