import { endpoints } from '@footfall/contract';
import { fileName, fileOf } from '../exports/file.js';
import { trajectorySheet, userListSheet } from '../exports/list-sheets.js';
import type { HandlersOf } from '../http/handler.js';
import { trajectory } from '../questions/trajectory.js';
import { userList } from '../questions/user-list.js';
import { asking, type QuestionDeps } from './asking.js';

const { deviceLogs } = endpoints;

/** Visitors' addresses, and the way that one visitor went. */
export function deviceLogRoutes(deps: QuestionDeps): HandlersOf<typeof deviceLogs> {
  return {
    userList: (input, context) => userList(input, asking(deps, input.domain, context, deviceLogs.userList.timeout)),
    async userListExport(input, context) {
      const asked = asking(deps, input.domain, context, deviceLogs.userListExport.timeout);
      return fileOf(await userListSheet(input, asked), input.format, fileName(input.domain, 'visitor-ips', input.query_time, asked.zone.text(asked.now)), asked.now);
    },
    userTrajectory: (input, context) => trajectory(input, asking(deps, input.domain, context, deviceLogs.userTrajectory.timeout)),
    async userTrajectoryExport(input, context) {
      const asked = asking(deps, input.domain, context, deviceLogs.userTrajectoryExport.timeout);
      return fileOf(await trajectorySheet(input, asked), input.format, fileName(input.domain, 'trajectory', input.query_time, asked.zone.text(asked.now)), asked.now);
    },
  };
}
