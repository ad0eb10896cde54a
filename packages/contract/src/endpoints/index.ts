import type { Endpoint } from '../endpoint.js';
import { ai } from './ai.js';
import { alarms } from './alarm.js';
import { audit } from './audit.js';
import { auth } from './auth.js';
import { bulk } from './bulk.js';
import { clientErrors } from './client-errors.js';
import { common } from './common.js';
import { coverage } from './coverage.js';
import { devices } from './device.js';
import { deviceLogs } from './device-logs.js';
import { apiKeys } from './events.js';
import { flow } from './flow.js';
import { home } from './home.js';
import { ledger } from './ledger.js';
import { lifecycle } from './lifecycle.js';
import { logImport } from './log-import.js';
import { profile } from './profile.js';
import { proof } from './proof.js';
import { reconcile } from './reconcile.js';
import { report } from './report.js';
import { roles } from './role.js';
import { schedules } from './schedule.js';
import { secondFactor } from './second-factor.js';
import { shares } from './share.js';
import { spiders } from './spider.js';
import { sql } from './sql.js';
import { status } from './status.js';
import { suspicious } from './suspicious.js';
import { tokens } from './token.js';
import { users } from './user.js';
import { columns, views } from './view.js';
import { visitors } from './visitor.js';
import { websites } from './website.js';

export const endpoints = {
  ai, alarms, apiKeys, audit, auth, bulk, clientErrors, columns, common, coverage, deviceLogs, devices, flow, home, ledger, lifecycle, logImport, profile, proof, reconcile, report, roles, schedules, secondFactor, shares, spiders, sql, status, suspicious, tokens, users, views, visitors, websites,
} as const;

/** Every endpoint once, in the order of the groups. */
export function allEndpoints(): Endpoint[] {
  return Object.values(endpoints).flatMap((group): Endpoint[] => Object.values(group));
}
