import { z } from 'zod';

/** What an alarm can be about. Sites are judged by page views, crawlers by their hits on each site. */
export const ALARM_KINDS = ['site_silence', 'site_surge', 'crawler_silence', 'crawler_surge', 'crawler_new', 'crawler_errors', 'disk', 'lag'] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];
export const alarmKind = z.enum(ALARM_KINDS);

/** Those that are about a server itself: told in quiet hours too, because what is lost by waiting does not come back. */
export const SERVER_ALARMS: readonly AlarmKind[] = ['disk', 'lag'];

/** The forms in which alarms are sent. */
export const ALARM_CHANNELS = ['dingtalk', 'wecom', 'feishu', 'slack', 'json', 'email'] as const;
export type AlarmChannelKind = (typeof ALARM_CHANNELS)[number];
export const alarmChannelKind = z.enum(ALARM_CHANNELS);

/** How sending ended: in our words only, never in those of whoever answered. */
export const alarmSendState = z.enum(['sent', 'partly', 'unreachable', 'timeout', 'forbidden', 'redirect', 'refused']);
export type AlarmSendState = z.infer<typeof alarmSendState>;

/** Whether somebody has the message, so that it is not sent again. */
export const isDelivered = (state: AlarmSendState): boolean => state === 'sent' || state === 'partly';

/** The languages that messages are written in. */
export const alarmLanguage = z.enum(['zh', 'en', 'es', 'ja']);
export type AlarmLanguage = z.infer<typeof alarmLanguage>;
