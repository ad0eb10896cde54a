import { endpoints } from '@footfall/contract';
import { fileName, fileOf } from '../exports/file.js';
import { deviceModelsSheet, devicesSheet } from '../exports/list-sheets.js';
import type { HandlersOf } from '../http/handler.js';
import { deviceModels } from '../questions/device-models.js';
import { devices as devicesOfVisitors } from '../questions/devices.js';
import { asking, type QuestionDeps } from './asking.js';

const { devices } = endpoints;

/** Device models, and the devices of visitors. */
export function deviceRoutes(deps: QuestionDeps): HandlersOf<typeof devices> {
  return {
    models: (input, context) => deviceModels(input, asking(deps, input.domain, context, devices.models.timeout)),
    async modelsExport(input, context) {
      const asked = asking(deps, input.domain, context, devices.modelsExport.timeout);
      return fileOf(await deviceModelsSheet(input, asked), input.format, fileName(input.domain, 'device-models', input.query_time, asked.zone.text(asked.now)), asked.now);
    },
    full: (input, context) => devicesOfVisitors(input, asking(deps, input.domain, context, devices.full.timeout)),
    async fullExport(input, context) {
      const asked = asking(deps, input.domain, context, devices.fullExport.timeout);
      return fileOf(await devicesSheet(input, asked), input.format, fileName(input.domain, 'devices', input.query_time, asked.zone.text(asked.now)), asked.now);
    },
  };
}
