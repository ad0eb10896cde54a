import { z } from 'zod';

/** One visit as lists show it: the columns of specification 1, section 3; absent facts are empty. */
export const visitRow = z.looseObject({
  id: z.string(),
  created_at: z.string(),
  ip: z.string(),
  country_code: z.string(),
  country: z.string(),
  domain: z.string(),
  url: z.string(),
  referer: z.string(),
  entry_url: z.string(),
  user_agent: z.string(),
  browser_name: z.string(),
  browser_version: z.string(),
  os_name: z.string(),
  os_version: z.string(),
  device_type: z.string(),
  device_vendor: z.string(),
  device_model: z.string(),
  fingerprint: z.string(),
});
export type VisitRow = z.infer<typeof visitRow>;
