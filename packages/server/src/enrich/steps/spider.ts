import type { Step } from '../draft.js';
import type { SpiderClassifier } from '../spider-classifier.js';

/** Decides whether a crawler asked. */
export function spiderStep(classifier: SpiderClassifier): Step {
  return (draft) => {
    draft.spider = classifier.classify(draft.arrival.userAgent);
    return draft;
  };
}
