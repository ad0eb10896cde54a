import { firstLanguage } from '@footfall/contract';
import type { Draft } from '../draft.js';
import { MAX_TEXT, storable } from '../text.js';

/** Copies what the tracker measured in the browser: screen, hardware, languages, time zone. */
export function clientStep(draft: Draft): Draft {
  const { client } = draft.arrival;
  if (client === null) return draft;
  const { visit } = draft;
  visit.fingerprint = word(client.f);
  visit.platform = word(client.o);
  visit.timezone = word(client.z);
  visit.languages = word(client.l);
  visit.language = firstLanguage(visit.languages);
  visit.connection_type = word(client.n);
  visit.cpu_cores = client.c ?? null;
  visit.ram = client.m ?? null;
  visit.device_pixel_ratio = client.p ?? null;
  visit.max_touch_points = client.k ?? null;
  if (client.s !== undefined) [visit.screen_width, visit.screen_height, visit.avail_width, visit.avail_height] = client.s;
  if (client.g !== undefined) {
    visit.gpu_vendor = word(client.g[0]);
    visit.gpu_renderer = word(client.g[1]);
  }
  if (client.b !== undefined) [visit.is_charging, visit.battery_level] = client.b;
  return draft;
}

function word(value: string): string {
  return storable(value, MAX_TEXT.word);
}
