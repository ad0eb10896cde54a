/** What a process that waits for work holds of the machine's memory. A leaf: it knows nothing of Footfall. */
export { giveBackAtRest } from './at-rest.js';
