/** A beacon of honest size (about 600 bytes): visitors come back, pages repeat. */
const PAGES = Array.from({ length: 200 }, (_, at) => `/articles/${at}/a-title-of-honest-length`);
let serial = Math.floor(Math.random() * 2 ** 40);

/** The site that beacons are of: another one for a store that has sites of its own. */
export const BENCH_HOST = process.env.BENCH_HOST ?? 'bench.example';

export function beacon(connection, at) {
  serial += 1;
  const visitor = (connection * 997 + Math.floor(at / 6)) % 50_000;
  return {
    v: 1, i: serial.toString(16).padStart(16, '0'), u: `https://${BENCH_HOST}${PAGES[(connection * 31 + at) % PAGES.length]}`,
    r: at % 6 === 0 ? 'https://www.google.com/' : `https://${BENCH_HOST}/`, t: 'A title of honest length — Bench', f: visitor.toString(16).padStart(16, '0'), d: 3,
    s: [1920, 1080, 1920, 1032], p: 1, c: 8, m: 8, k: 0, l: 'en-US,en', z: 'Europe/Madrid', g: ['Google Inc. (Intel)', 'ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)'], o: 'Win32', n: '4g',
    b: [1, 0.87],
  };
}
