/** A beacon of honest size (about 600 bytes): visitors come back, pages repeat. */
const PAGES = Array.from({ length: 200 }, (_, at) => `/articles/${at}/a-title-of-honest-length`);
const TITLE = 'A title of honest length — Bench';
const MEASURED = {
  d: 3, s: [1920, 1080, 1920, 1032], p: 1, c: 8, m: 8, k: 0, l: 'en-US,en', z: 'Europe/Madrid', g: ['Google Inc. (Intel)', 'ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)'], o: 'Win32', n: '4g',
  b: [1, 0.87],
};
let serial = Math.floor(Math.random() * 2 ** 40);

/** The site that beacons are of: another one for a store that has sites of its own. */
export const BENCH_HOST = process.env.BENCH_HOST ?? 'bench.example';

const hex = (number) => number.toString(16).padStart(16, '0');

/** What differs from one view to the next; each has an id of its own. */
function view(connection, at) {
  serial += 1;
  return {
    id: hex(serial), url: `https://${BENCH_HOST}${PAGES[(connection * 31 + at) % PAGES.length]}`, referrer: at % 6 === 0 ? 'https://www.google.com/' : `https://${BENCH_HOST}/`,
    fingerprint: hex((connection * 997 + Math.floor(at / 6)) % 50_000),
  };
}

export function beacon(connection, at) {
  const { id, url, referrer, fingerprint } = view(connection, at);
  return { v: 1, i: id, u: url, r: referrer, t: TITLE, f: fingerprint, ...MEASURED };
}

const bytesOf = (value) => Buffer.from(JSON.stringify(value)).toString('latin1');
const TITLE_BYTES = bytesOf(TITLE);
const MEASURED_BYTES = bytesOf(MEASURED).slice(1);

/** The body that `beacon` is, each byte as one character, to be sent as latin1: composing it must not cost the sender what the server is measured for. */
export function beaconBytes(connection, at) {
  const { id, url, referrer, fingerprint } = view(connection, at);
  return `{"v":1,"i":"${id}","u":"${url}","r":"${referrer}","t":${TITLE_BYTES},"f":"${fingerprint}",${MEASURED_BYTES}`;
}
