import type { LogFormat } from '../format.js';
import { w3c } from './w3c.js';

/** CloudFront's standard logs: W3C extended with tabs between the columns, agents and urls percent-encoded. */
export const cloudfront: LogFormat = {
  name: 'cloudfront',
  summary: 'AWS CloudFront standard logs',
  announces: (line) => line.startsWith('#Fields:') && line.includes('x-edge-location'),
  createParser: () => w3c.createParser(),
};
