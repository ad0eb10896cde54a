/** What is in packaging/, as far as this machine can tell: each tool reads its own file where it is installed. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** Debian keeps servers where only root looks. */
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
const has = (program: string): boolean => spawnSync(program, ['--help'], { env: { ...process.env, PATH }, stdio: 'ignore' }).error === undefined;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-packaging-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a check and gives what it said; fails with that. */
function check(program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH, HOME: folder } });
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  return stdout + stderr;
}

describe('nginx', () => {
  it.skipIf(!has('nginx') || !has('openssl'))('reads both files', () => {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', '-days', '1', '-subj', '/CN=stats.example.com'], { cwd: folder, stdio: 'ignore' });
    for (const name of ['nginx.conf', 'nginx-roles.conf']) {
      const text = read(`packaging/${name}`).replaceAll(/ssl_certificate .*;/gu, `ssl_certificate ${folder}/cert.pem;`).replaceAll(/ssl_certificate_key .*;/gu, `ssl_certificate_key ${folder}/key.pem;`);
      const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
      writeFileSync(join(folder, name), `pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${own}\n${text}\n}\n`);
      expect(check('nginx', ['-t', '-q', '-p', folder, '-c', join(folder, name)])).toBe('');
    }
  });

  it('sends to collectors what collectors serve, and nothing else', () => {
    const [, pattern = ''] = /location ~ (\S+) \{/u.exec(read('packaging/nginx-roles.conf')) ?? [];
    const goes = new RegExp(pattern, 'u');
    for (const path of ['/collect', '/p.gif', '/api/v1/events', '/t.js', '/t2.js']) expect([path, goes.test(path)]).toEqual([path, true]);
    for (const path of ['/', '/api/v1/events/x', '/api/auth/login', '/t3.js', '/x/t.js', '/collect/', '/assets/t.js']) expect([path, goes.test(path)]).toEqual([path, false]);
    // As the source has them.
    const sources = ['packages/contract/src/hit.ts', 'packages/contract/src/pixel.ts', 'packages/contract/src/server-event.ts'].map(read).join('\n');
    const paths = [...sources.matchAll(/_PATH = '([^']+)'/gu)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const path of paths) expect([path, goes.test(path)]).toEqual([path, true]);
  });
});

describe('views', () => {
  it.each(['nginx.conf', 'nginx-roles.conf'])('come over connections of their own through %s', (name) => {
    const text = read(`packaging/${name}`);
    const [, upstream = ''] = /location = \/collect \{[^}]*proxy_pass http:\/\/(\w+);/u.exec(text) ?? [];
    expect(text).toContain(`upstream ${upstream} {`);
    expect(text.split(`proxy_pass http://${upstream};`)).toHaveLength(2);
  });

  it('come over connections of their own through both files of Caddy, where each proxy has its own', () => {
    expect(read('packaging/Caddyfile')).toMatch(/^\treverse_proxy \/collect /mu);
    expect(read('packaging/Caddyfile-roles')).toMatch(/^\thandle \/collect \{\n\t\timport collectors\n\t\}$/mu);
  });
});

describe('Caddy', () => {
  it.skipIf(!has('caddy'))('reads both files', () => {
    for (const name of ['Caddyfile', 'Caddyfile-roles']) expect(check('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(root, 'packaging', name)])).toContain('Valid configuration');
  });
});

describe('systemd', () => {
  it.skipIf(!has('systemd-analyze'))('reads the unit', () => {
    // The program is looked for: it may lie elsewhere here.
    writeFileSync(join(folder, 'footfall.service'), read('packaging/footfall.service').replaceAll('/usr/bin/node', process.execPath));
    expect(check('systemd-analyze', ['verify', '--man=no', join(folder, 'footfall.service')])).not.toMatch(/footfall\.service/u);
  });

  it('starts what the build makes', () => {
    expect(read('packaging/footfall.service')).toContain('ExecStart=/usr/bin/node --max-semi-space-size=64 --heap-growing-percent=200 --v8-pool-size=1 packages/server/dist/main.js serve');
  });
});

it('tells node the same in each way to start', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
  const optionsIn = (text: string | undefined): string[] => [...(text ?? '').matchAll(/--[^\s"]+/gu)].map(([option]) => option);
  const started = optionsIn(scripts.start);
  expect(started).toEqual(['--max-semi-space-size=64', '--heap-growing-percent=200', '--v8-pool-size=1']);
  for (const line of [/^#!.*$/mu.exec(read('scripts/footfall.mjs')), /^ExecStart=.*$/mu.exec(read('packaging/footfall.service')), /^ENTRYPOINT .*$/mu.exec(read('packaging/Dockerfile'))]) {
    expect(optionsIn(line?.[0])).toEqual(started);
  }
});

describe('the container', () => {
  const dockerfile = read('packaging/Dockerfile');

  it('copies what is there, and what the build makes', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gmu)].flatMap(([, files = '']) => files.split(' '));
    expect(copied.length).toBeGreaterThan(10);
    for (const path of copied) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    const made = [...dockerfile.matchAll(/^COPY --from=build \/src\/(\S+) \S+$/gmu)].map(([, path = '']) => path);
    expect(made).toEqual(expect.arrayContaining(['node_modules', 'packages/server/dist', 'packages/memory/dist', 'packages/engine/dist', 'packages/console/dist', 'packages/tracker/dist', 'packages/contract/dist']));
    for (const path of made.filter((name) => !name.includes('dist') && name !== 'node_modules')) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  });

  it('holds all that the server needs: what is copied into it, and no more, serves, and its own check finds it well', { timeout: 90_000 }, async () => {
    const app = join(folder, 'app');
    for (const [, from = '', to = ''] of dockerfile.matchAll(/^COPY --from=build \/src\/(\S+) (\S+)$/gmu)) {
      const target = join(app, to === './' ? from : to);
      mkdirSync(dirname(target), { recursive: true });
      if (from !== 'node_modules') cpSync(join(root, from), target, { recursive: true });
    }
    // The dependencies as they are; our own packages as they were copied.
    mkdirSync(join(app, 'node_modules/@footfall'), { recursive: true });
    for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => entry !== '@footfall')) symlinkSync(join(root, 'node_modules', name), join(app, 'node_modules', name));
    for (const name of ['contract', 'memory', 'engine', 'server']) symlinkSync(`../../packages/${name}`, join(app, 'node_modules/@footfall', name));
    const port = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
      });
    });
    const env = { ...process.env, FOOTFALL_DATA: join(folder, 'data'), FOOTFALL_HOST: '127.0.0.1', FOOTFALL_PORT: String(port), FOOTFALL_MEMORY: '512M', FOOTFALL_POSTGRES_URL: '' };
    const words = (name: string): string[] => JSON.parse(new RegExp(`^${name}(?: --\\S+)*(?: CMD)? (\\[.*\\])$`, 'mu').exec(dockerfile)?.[1] ?? '[]') as string[];
    const [program = '', ...main] = [...words('ENTRYPOINT'), ...words('CMD')];
    const child = spawn(program, main, { cwd: app, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    try {
      const [checker = '', ...checkWords] = words('HEALTHCHECK');
      const healthy = (): boolean => spawnSync(checker, checkWords, { cwd: app, env }).status === 0;
      await expect.poll(() => (child.exitCode === null ? healthy() : said), { timeout: 60_000, interval: 200 }).toBe(true);
      for (const path of ['/', '/t.js', '/readyz']) expect([path, (await fetch(`http://127.0.0.1:${String(port)}${path}`, { headers: { accept: 'text/html' } })).status]).toEqual([path, 200]);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toBe(0);
  });

  it('knows every workspace before it installs', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    for (const workspace of workspaces) expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/`);
  });

  it('does not run as root, and says whether it is well', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/mu);
    expect(last).toMatch(/^HEALTHCHECK .*\/healthz/mu);
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('ENTRYPOINT'));
    expect(dockerfile).not.toMatch(/alpine:|--privileged/u);
  });

  it('of the compose file can not write but where it should', () => {
    const compose = read('packaging/compose.yaml');
    expect(compose.match(/read_only: true/gu)).toHaveLength(2);
    expect(compose.match(/cap_drop: \[ALL\]/gu)).toHaveLength(2);
    expect(compose).not.toMatch(/privileged|docker\.sock/u);
  });
});
