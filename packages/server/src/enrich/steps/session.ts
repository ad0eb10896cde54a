import type { Step } from '../draft.js';
import type { Sessions } from '../sessions.js';

/** Which session the view belongs to, and the page that session began with. Needs the visitor. */
export function sessionStep(sessions: Sessions): Step {
  return (draft) => {
    const { visit } = draft;
    const session = sessions.assign(visit.site_id, visit.visitor, visit.created_at, visit.url);
    visit.session_id = session.sessionId;
    visit.entry_url = session.entryUrl;
    return draft;
  };
}
