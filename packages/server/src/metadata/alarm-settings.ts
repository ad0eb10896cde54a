/** What is watched and when it is told, as one setting of the installation. */
import { alarmSettings, type AlarmSettings } from '@footfall/contract';
import type { Settings } from './settings.js';

const KEY = 'alarms';

/** What holds until somebody says otherwise. */
const USUAL: AlarmSettings = {
  rules: {
    site_silence: { on: true, hours: 2, minimum: 40, percent: 5 },
    site_surge: { on: true, hours: 1, minimum: 500, times: 5 },
    crawler_silence: { on: true, hours: 6, minimum: 30, percent: 5 },
    crawler_surge: { on: true, hours: 1, minimum: 1_000, times: 10 },
    crawler_new: { on: true, minimum: 50 },
    crawler_errors: { on: true, hours: 1, minimum: 50, percent: 30 },
    disk: { on: true, percent: 10 },
    lag: { on: true, minutes: 10 },
  },
  except: [],
  quiet: { on: false, from: 22 * 60, to: 7 * 60 },
  gap: 10,
  language: 'zh',
};

export interface AlarmSettingsStore {
  get(): Promise<AlarmSettings>;
  set(settings: AlarmSettings): Promise<void>;
}

export function createAlarmSettings(settings: Pick<Settings, 'get' | 'set'>): AlarmSettingsStore {
  return {
    async get() {
      const text = await settings.get(KEY);
      return text === undefined ? USUAL : alarmSettings.parse(JSON.parse(text));
    },
    set: (given) => settings.set(KEY, JSON.stringify(given)),
  };
}
