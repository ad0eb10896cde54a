import type { IncomingMessage, ServerResponse } from 'node:http';
import { FootfallError, MAX_URL_LENGTH, type RefusalReason } from '@footfall/contract';
import { hostOf } from './admit.js';
import type { CollectParts } from './beacons.js';
import { drain } from './body.js';
import { clientAddress } from './client-address.js';
import { facts } from './facts.js';
import { headerHints } from './header-hints.js';
import { leftOut } from '../enrich/site.js';
import { createRandomIds } from './random-id.js';

/** A pixel's request has no id by which a repeat would be known. */
export type PixelParts = Omit<CollectParts, 'recent'>;

/** A transparent GIF of one pixel. Source of the layout: GIF89a specification, sections 17 to 27. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const MAX_AGENT_LENGTH = 1_024;
const MAX_TITLE_LENGTH = 512;
/** Languages of one Accept-Language header that are kept. */
const MAX_LANGUAGES = 10;

const HEADERS = {
  'content-type': 'image/gif',
  'content-length': String(GIF.length),
  'cache-control': 'no-store, no-cache, must-revalidate, max-age=0',
  pragma: 'no-cache',
  // Pages that isolate themselves load nothing from elsewhere without it.
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** The languages of an Accept-Language header as the tracker tells them: preferred first, without weights. */
function languagesOf(header: string): string {
  const listed = header.split(',', MAX_LANGUAGES).map((part) => part.split(';', 1)[0]?.trim() ?? '');
  return listed.filter((name) => /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/u.test(name)).join(',');
}

/** The picture; a header names the reason when nothing was counted, for whoever looks for it. */
function answerPicture(request: IncomingMessage, response: ServerResponse, reason: RefusalReason | null): void {
  response.writeHead(200, reason === null ? HEADERS : { ...HEADERS, 'footfall-refused': reason });
  response.end(request.method === 'HEAD' ? undefined : GIF);
}

/**
 * `GET /p.gif` on bare node:http: a page view of a page without script. Always answered with the picture and 200, once the view is
 * on disk: whoever waits for it is a browser that would show a broken image, and that asks for no picture a second time, so
 * that even a full journal is only counted. Each request is a view of its own; there is no id that would tell a repeat. HEAD counts nothing.
 * @throws TypeError when a listed proxy is neither an address nor a network.
 */
export function pixelHandler({ directory, intake, ledger, refusals, rates, trustProxy, now, log }: PixelParts): (request: IncomingMessage, response: ServerResponse) => void {
  const addressOf = clientAddress(trustProxy);
  const randomId = createRandomIds();

  const view = (request: IncomingMessage, response: ServerResponse): void => {
    const receivedAt = now();
    const refuse = (reason: RefusalReason, siteId = 0, host = ''): void => {
      refusals.note({ host, reason, siteId, at: receivedAt });
      ledger.received(siteId, receivedAt);
      ledger.refused(siteId, receivedAt, reason);
      answerPicture(request, response, reason);
    };
    const { headers, socket, url: target = '' } = request;
    const ip = addressOf(socket.remoteAddress, headers['x-forwarded-for']);
    if (!rates.address.take(ip)) return refuse('rate_limited');
    const question = target.indexOf('?');
    const given = new URLSearchParams(question < 0 ? '' : target.slice(question + 1));
    const url = given.get('u') ?? headers.referer ?? '';
    if (url.length > MAX_URL_LENGTH) return refuse('too_large');
    const host = hostOf(url);
    if (host === null) return refuse('bad_url');
    const site = directory.byHost(host);
    if (site === undefined) return refuse('unknown_site', 0, host);
    if (!site.isStat) return refuse('paused_site', site.id, host);
    if (site.respectDnt === true && (headers['dnt'] === '1' || headers['sec-gpc'] === '1')) return refuse('do_not_track', site.id, host);
    const excluded = leftOut(site, ip, url, receivedAt, receivedAt);
    if (excluded !== undefined) return refuse(excluded, site.id, host);
    if (!rates.site.take(site.id)) return refuse('rate_limited', site.id, host);
    const kept = intake.take([
      {
        id: randomId(), site, at: receivedAt, receivedAt, source: 'pixel', url, ip,
        userAgent: (headers['user-agent'] ?? '').slice(0, MAX_AGENT_LENGTH),
        referrer: (given.get('r') ?? '').slice(0, MAX_URL_LENGTH),
        title: (given.get('t') ?? '').slice(0, MAX_TITLE_LENGTH),
        method: 'GET', status: null, bytes: null,
        client: facts({ fingerprint: '', languages: languagesOf(headers['accept-language'] ?? ''), screen: undefined }),
        hints: headerHints(headers),
      },
    ]);
    kept.then(
      () => answerPicture(request, response, null),
      (error: unknown) => {
        if (!(error instanceof FootfallError)) log.error({ err: error }, 'pixel: a view failed');
        answerPicture(request, response, error instanceof FootfallError ? 'journal_full' : 'malformed');
      },
    );
  };

  return (request, response) => {
    drain(request);
    if (request.method === 'GET') return view(request, response);
    if (request.method === 'HEAD') return answerPicture(request, response, null);
    response.writeHead(405, { allow: 'GET, HEAD', 'content-length': '0' }).end();
  };
}
