/** Told to node (`--import`): a server that keeps no answers, so that what is asked again and again is worked out again and again. */
import { register } from 'node:module';

const KEEPING = '/warehouse/kept-answers.js';
const hooks = `export async function load(url, context, next) {
  return url.endsWith('${KEEPING}') ? { format: 'module', shortCircuit: true, source: 'export const createKeptAnswers = () => null;' } : next(url, context);
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
