/**
 * The error table: every failure that leaves the server, by name. `status` is both the HTTP status and the
 * envelope's `code`; `message` is what an operator reads in English (the console translates by name) and says
 * what to do. docs/errors.md is held to this table by a test.
 */
export const ERRORS = {
  'request.invalid': { status: 400, message: 'The request is not valid: correct the named fields and send it again.' },
  'request.too_large': { status: 413, message: 'The request body is too large: send less at once.' },
  'request.not_found': { status: 404, message: 'No such address: see /api/docs for the ones there are.' },
  'request.method': { status: 405, message: 'This address does not take that method: see /api/docs.' },
  'request.other_role': { status: 404, message: 'This process does not serve that address: the proxy in front sends it to one with the other role (docs/deployment.md).' },
  'request.limited': { status: 429, message: 'Too many requests from your address: wait for the time given and try again.' },
  'auth.required': { status: 401, message: 'You are not signed in: sign in and try again.' },
  'auth.incorrect': { status: 403, message: 'The user name or the password is wrong: check both and try again.' },
  'auth.code_required': { status: 403, message: 'This account asks for a second factor: give the code that your app shows, or a recovery code.' },
  'auth.code_incorrect': { status: 403, message: 'The code is wrong, or was used already: wait for the next one, or use a recovery code.' },
  'auth.limited': { status: 429, message: 'Too many attempts: wait for the time given and try again.' },
  'auth.disabled': { status: 403, message: 'This account is disabled: ask an administrator to enable it.' },
  'access.forbidden': { status: 403, message: 'Your roles do not allow this: ask an administrator.' },
  'access.viewing': { status: 403, message: 'You view the console as a role, and nothing can be changed: end the view first.' },
  'invitation.unknown': { status: 404, message: 'This link was used, replaced or has expired: ask an administrator for a new one.' },
  'password.incorrect': { status: 403, message: 'The current password is wrong: check it and try again.' },
  'factor.on': { status: 409, message: 'The second factor is on already: turn it off first.' },
  'factor.off': { status: 409, message: 'The second factor is off: turn it on first.' },
  'session.unknown': { status: 404, message: 'There is no such session: look at the list again, it may have ended.' },
  'avatar.invalid': { status: 400, message: 'The picture must be a whole PNG of 300 by 300 pixels: choose and crop it again.' },
  'user.unknown': { status: 404, message: 'There is no such user: look at the list again.' },
  'user.duplicate': { status: 409, message: 'That user name is taken: choose another.' },
  'user.last_administrator': { status: 409, message: 'This is the last administrator who can sign in: make another user an administrator first.' },
  'user.self': { status: 409, message: 'You can not do this to your own account: ask another administrator, or use your profile.' },
  'role.unknown': { status: 404, message: 'There is no such role: look at the list again.' },
  'role.duplicate': { status: 409, message: 'A role of that name exists: choose another name.' },
  'role.built_in': { status: 409, message: 'The role of the administrators can not be changed or removed: add a role of your own.' },
  'role.in_use': { status: 409, message: 'Users hold this role: take it from them first.' },
  'site.unknown': { status: 404, message: 'No site of that name is registered: add it under Websites.' },
  'site.duplicate': { status: 409, message: 'A site already answers for that domain or alias: edit that one instead.' },
  'site.domain_invalid': { status: 400, message: 'That is not a domain name: give a host such as shop.example, without path.' },
  'spider.unknown': { status: 404, message: 'There is no such spider rule: look at the list again.' },
  'spider.disabled': { status: 409, message: 'This rule is switched off or has no keyword, so it matches nothing: switch it on or give it a keyword first.' },
  'spider.busy': { status: 409, message: 'A rule is being applied back in time or undone: wait until that has ended.' },
  'spider.run_unknown': { status: 404, message: 'No rule was applied back in time under that number: look at the list again.' },
  'spider.run_fixed': { status: 409, message: 'Only the latest rule that was applied back in time can be undone, and only as long as what it changed is kept: undo the later ones first.' },
  'hit.malformed': { status: 400, message: 'The beacon could not be read: it must be the JSON that the tracker sends.' },
  'hit.unknown_site': { status: 404, message: 'No site is registered for this host: add it under Websites.' },
  'hit.limited': { status: 429, message: 'More beacons of this address or site than are taken in so short a time: wait for the time given and send it again.' },
  'hit.paused_site': { status: 403, message: 'Counting is switched off for this site.' },
  'events.key': { status: 401, message: 'The API key is missing, unknown or revoked: make one under Websites and send it as "Authorization: Bearer ffk_...".' },
  'events.malformed': { status: 400, message: 'The body is no batch of events: send a JSON array of 1 to 1,000 items, or {"events": [...]}.' },
  'events.too_many': { status: 413, message: 'A batch holds at most 1,000 items and 4 MiB: send it in parts.' },
  'events.busy': { status: 429, message: 'Too many batches at once: wait for the time given and send it again.' },
  'events.undecided': { status: 503, message: 'It can not be told now whether these were sent before: send the same batch again in a few seconds; nothing is counted twice.' },
  'token.unknown': { status: 404, message: 'You have no such API token: look at the list in your profile.' },
  'token.scope': { status: 403, message: 'An API token does not reach this: it only reads what the screens show that it was made for.' },
  'key.unknown': { status: 404, message: 'There is no such API key: look at the list of the site.' },
  'log.format': { status: 400, message: 'The layout of the log is not known, or its format string can not be read: choose another layout or correct the string.' },
  'log.damaged': { status: 400, message: 'The packed file is damaged or cut off: what came before is imported; pack it again and import it once more.' },
  'log.upload_unknown': { status: 404, message: 'This upload has ended or was given up: start it again; what is stored already is left out.' },
  'log.upload_busy': { status: 429, message: 'Too many uploads at once: wait until one of them has ended.' },
  'bulk.suffix': { status: 400, message: 'Only supports upload .xlsx, .xls, .csv suffix files.' },
  'bulk.too_large': { status: 413, message: 'Please do not upload files larger than 1m in size.' },
  'bulk.damaged': { status: 400, message: 'The file can not be read as a table: open it in a spreadsheet program, save it again and upload that.' },
  'bulk.too_many': { status: 400, message: 'A file holds at most 2,000 rows and 50 columns: divide it and import the parts.' },
  'bulk.columns': { status: 400, message: 'Columns are missing or not known: start from the template and keep its headings.' },
  'bulk.empty': { status: 400, message: 'There is no row below the headings: fill in the template and upload it.' },
  'bulk.row': { status: 400, message: 'The row can not be read: correct the named column.' },
  'bulk.refused': { status: 400, message: 'Some rows are wrong, so nothing was imported: look at the preview and correct them.' },
  'bulk.unknown': { status: 404, message: 'There is no such import, or it was undone already: look at the list again.' },
  'bulk.changed': { status: 409, message: 'This import can not be undone: what it brought was changed since. Change that by hand.' },
  'view.unknown': { status: 404, message: 'There is no such saved view: look at the list again.' },
  'view.duplicate': { status: 409, message: 'You have a view of that name for this screen: choose another name, or change that one.' },
  'view.too_many': { status: 409, message: 'You have as many saved views as there is room for: remove some first.' },
  'alarm.channel_unknown': { status: 404, message: 'There is no such place to send alarms to: look at the list again.' },
  'metrics.token': { status: 401, message: 'The token of the metrics is missing or wrong: send FOOTFALL_METRICS_TOKEN as "Authorization: Bearer ...".' },
  'status.question_unknown': { status: 404, message: 'That question is no longer remembered: look at the list again.' },
  'store.busy': { status: 503, message: 'The store is busy: try again in a few seconds.' },
  'store.unavailable': { status: 503, message: 'The store can not answer now: visits are kept safe and are stored when it is back. Try again soon.' },
  'store.too_slow': { status: 504, message: 'The question took too long: choose a shorter range or fewer conditions.' },
  'store.too_much': { status: 422, message: 'The question needs more memory, or has more rows, than one question may: choose a shorter range, fewer columns or a page of it.' },
  'store.too_many': { status: 429, message: 'You have too many questions under way: wait until some are answered, then try again.' },
  'metadata.unavailable': { status: 503, message: 'The store of accounts, sites and settings can not answer now: nothing was changed unless it says so when you look again. Visits are taken meanwhile. Try again soon.' },
  'journal.full': { status: 503, message: 'No room to keep visits safe: free disk space; senders retry.' },
  'server.stopping': { status: 503, message: 'The server is stopping: try again in a few seconds.' },
  'server.failed': { status: 500, message: 'Something failed on the server: the log has the details under this request id.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorName = keyof typeof ERRORS;

/** A failure with a name from the table. `details` go to the client under `data`, so they hold nothing secret. */
export class FootfallError extends Error {
  readonly status: number;
  constructor(
    readonly errorName: ErrorName,
    readonly details: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(ERRORS[errorName].message, options);
    this.name = 'FootfallError';
    this.status = ERRORS[errorName].status;
  }
}
