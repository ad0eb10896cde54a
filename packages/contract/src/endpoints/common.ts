import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { domainScope } from '../shapes.js';

export const common = {
  domainList: defineEndpoint({
    id: 'common.domain_list',
    method: 'POST',
    path: '/common/domain_list',
    access: 'signed-in',
    summary: 'The sites that the user may see, for pickers.',
    input: z.object({}),
    output: z.array(z.object({ id: z.number(), name: z.string(), domain: z.string(), time_zone: z.string(), is_stat: z.number() })),
  }),
  countryList: defineEndpoint({
    id: 'common.country_list',
    method: 'POST',
    path: '/common/country_list',
    access: ['DashboardInfo', 'reportDevice'],
    summary: 'Countries that visits came from, most first.',
    input: z.object({ domain: domainScope }),
    output: z.array(z.object({ country: z.string(), country_code: z.string() })),
  }),
  browserList: defineEndpoint({
    id: 'common.browser_list',
    method: 'GET',
    path: '/common/browser_list',
    access: ['reportDevice'],
    summary: 'Browsers seen, most first.',
    input: z.object({ domain: domainScope }),
    output: z.array(z.string()),
  }),
  deviceList: defineEndpoint({
    id: 'common.device_list',
    method: 'GET',
    path: '/common/device_list',
    access: ['reportDevice'],
    summary: 'Device types seen, most first.',
    input: z.object({ domain: domainScope }),
    output: z.array(z.string()),
  }),
};
