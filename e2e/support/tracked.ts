import { createServer } from 'node:http';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { AGENT, ADMIN, type Api, eventually, signIn } from './api.js';
import { launchBrowser, openUndriven } from './browser.js';
import { startServer } from './server.js';

/** A page of an operator's website: its HTML, or with headers of its own. */
export type FixturePage = string | { readonly html: string; readonly headers: Readonly<Record<string, string>> };

export interface StoredVisit {
  readonly url: string;
  readonly title: string;
  readonly referer: string;
  readonly fingerprint: string;
  readonly created_at: string;
  readonly [column: string]: unknown;
}

interface LedgerAnswer {
  readonly received: number;
  readonly stored: number;
  readonly waiting: number;
  readonly refused: readonly { readonly reason: string; readonly num: number }[];
}

export interface TrackedSite {
  readonly domain: string;
  readonly origin: string;
  /** Visits as the API lists them, oldest first, once `num` records of the site are stored; more of them are an error. */
  visits(num: number): Promise<StoredVisit[]>;
  readonly ledger: () => Promise<LedgerAnswer>;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Everything that reached the pages' error handlers, and every report of a broken policy. */
  readonly complaints: string[];
}

export interface Stage {
  readonly url: string;
  readonly api: Api;
  readonly browser: Browser;
  /** The line that counts, with the attributes given. */
  tag(attributes?: string): string;
  /** Registers `<name>.example` and serves the pages (path -> page) as its website. `%TRACKER%` in a page is the line, in a header the server's address. */
  site(name: string, pages: Readonly<Record<string, FixturePage>>, tracking?: Readonly<Record<string, 0 | 1>>): Promise<TrackedSite>;
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  /** Goes to a page and waits until its view was answered. */
  visit(page: Page, url: string): Promise<void>;
  /** Opens a page in a browser that nobody drives. Gives what ends it. */
  openUndriven(url: string): () => Promise<void>;
  /** What a website was asked for so far, paths with queries. */
  asked(domain: string): readonly string[];
  close(): Promise<void>;
}

/** Runs in every page before anything of its own: nothing that goes wrong there may stay unseen. */
const WATCH = `
  addEventListener('error', (event) => console.info('COMPLAINT error ' + event.message));
  addEventListener('unhandledrejection', (event) => console.info('COMPLAINT rejection ' + event.reason));
  addEventListener('securitypolicyviolation', (event) => console.info('COMPLAINT policy ' + event.violatedDirective + ' ' + event.blockedURI));
`;

interface Websites {
  readonly hosts: Map<string, Readonly<Record<string, FixturePage>>>;
  readonly asked: Map<string, string[]>;
  readonly address: string;
  close(): Promise<void>;
}

/** All websites of a test file, told apart by the host that is asked for. */
async function serveWebsites(fill: (text: string) => string, base: string): Promise<Websites> {
  const hosts: Websites['hosts'] = new Map();
  const asked: Websites['asked'] = new Map();
  const server = createServer((request, response) => {
    const { host = '' } = request.headers;
    asked.set(host, [...(asked.get(host) ?? []), request.url ?? '']);
    const page = hosts.get(host)?.[new URL(request.url ?? '/', 'http://localhost').pathname];
    const { html, headers } = page === undefined ? { html: 'not here', headers: {} } : typeof page === 'string' ? { html: page, headers: {} } : page;
    const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll('%TRACKER%', base)]));
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8', ...filled });
    response.end(fill(html));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { hosts, asked, address: `127.0.0.1:${address.port}`, close: () => new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve()))) };
}

/** A running server, websites that it counts, and a browser that reaches both. */
export async function openStage(): Promise<Stage> {
  const server = await startServer({ env: { FOOTFALL_ADMIN_PASSWORD: ADMIN.password } });
  const api = await signIn(server.url);
  const tag = (attributes = '') => `<script defer src="${server.url}/t.js"${attributes === '' ? '' : ` ${attributes}`}></script>`;
  const websites = await serveWebsites((html) => html.replaceAll('%TRACKER%', tag()), server.url);
  const hosts = { '*.example': websites.address };
  const browser = await launchBrowser(hosts, ['secure.example'], AGENT);
  return {
    url: server.url,
    api,
    browser,
    tag,
    async site(name, pages, tracking = {}) {
      const domain = `${name}.example`;
      await api.post('/website/add', { name, domain, tracking });
      websites.hosts.set(domain, pages);
      const ledger = () => api.get<LedgerAnswer>(`/ledger?domain=${domain}`);
      return {
        domain,
        origin: `http://${domain}`,
        ledger,
        async visits(num) {
          // What waits is told for all sites at once, so a test beside this one would hold it up.
          await eventually(ledger, ({ stored }) => stored >= num, 15_000);
          if ((await ledger()).stored !== num) throw new Error(`expected ${num} records: ${JSON.stringify(await ledger())}`);
          const { list } = await api.get<{ list: StoredVisit[] }>(`/report/device_logs?domain=${domain}&per_page=100`);
          return list.toReversed();
        },
      };
    },
    async visitor(options = {}) {
      const context = await browser.newContext({ userAgent: AGENT, ...options });
      const complaints: string[] = [];
      const watch = (page: Page) => {
        page.on('pageerror', (error) => complaints.push(`pageerror ${error.message} on ${page.url()}`));
        page.on('console', (message) => {
          if (message.text().startsWith('COMPLAINT')) complaints.push(`${message.text()} on ${page.url()}`);
        });
      };
      context.on('page', watch);
      await context.addInitScript(WATCH);
      return { context, page: await context.newPage(), complaints };
    },
    async visit(page, url) {
      const answered = page.waitForResponse('**/collect');
      await page.goto(url);
      await answered;
    },
    openUndriven: (url) => openUndriven(url, hosts, AGENT),
    asked: (domain) => websites.asked.get(domain) ?? [],
    async close() {
      await browser.close();
      await websites.close();
      await server.stop();
    },
  };
}
