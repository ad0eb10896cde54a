import { AGGREGATES_OF, DIMENSIONS, endpoints, OPERATORS, OPERATORS_OF } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import { userTotals } from '../questions/user-totals.js';
import { fieldValues, valuesOf } from '../questions/value-lists.js';
import { asking, type QuestionDeps } from './asking.js';

const { common } = endpoints;

type Lists = Omit<HandlersOf<typeof common>, 'domainList'>;

/** What report rules may do with each column: the catalogue, and the site. */
const FIELDS = [
  ...[...DIMENSIONS.values()].map(({ id, kind, group, hidden = false }) => ({ column: id, kind, group, shown: !hidden, operators: [...OPERATORS_OF[kind]], aggregates: [...AGGREGATES_OF[kind]], groupable: true })),
  { column: 'domain', kind: 'text' as const, group: 'visit', shown: true, operators: [...OPERATORS], aggregates: [], groupable: true },
];

/** The values that pickers offer, of what visits have brought so far. */
export function listsRoutes(deps: QuestionDeps): Lists {
  return {
    async countryList({ domain }, context) {
      const asked = asking(deps, domain, context, common.countryList.timeout);
      return (await valuesOf('country_code', asked)).map((code) => ({ country: asked.countryNames(code), country_code: code }));
    },
    browserList: ({ domain }, context) => valuesOf('browser_name', asking(deps, domain, context, common.browserList.timeout)),
    deviceList: ({ domain }, context) => valuesOf('device_type', asking(deps, domain, context, common.deviceList.timeout)),
    osNameList: ({ domain }, context) => valuesOf('os_name', asking(deps, domain, context, common.osNameList.timeout)),
    platformList: ({ domain }, context) => valuesOf('platform', asking(deps, domain, context, common.platformList.timeout)),
    async reportDeviceFields({ domain }, context) {
      // A site that may not be seen is no site here either.
      asking(deps, domain, context, common.reportDeviceFields.timeout);
      return FIELDS;
    },
    fieldValues: (input, context) => fieldValues(input, asking(deps, input.domain, context, common.fieldValues.timeout)),
    userTotalList: (input, context) => userTotals(input, asking(deps, input.domain, context, common.userTotalList.timeout)),
  };
}
