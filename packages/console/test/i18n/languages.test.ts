/** What can be told about a translation without reading it: that it is one, and that it is written in its language. */
import { describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/texts/en';
import { es } from '../../src/i18n/texts/es';
import { ja } from '../../src/i18n/texts/ja';
import { zh } from '../../src/i18n/texts/zh';

/** Names, abbreviations and code that stay as they are in every language; longer ones first. */
const KEPT =
  /footfall_sql|SELECT|SQL|Ctrl\+Enter|FOOTFALL_ALARM_PRIVATE|FOOTFALL_SITEMAP_PRIVATE|shop\.example|smtps?:\/\/|DingTalk|WeCom|Feishu|Lark|Slack|Webhook|[45]xx|example\.com|Footfall|Ctrl\+K|PNG|JPEG|WebP|xlsx|xls|csv|\*\.mmdb|\*\.tsv|geo|ASN|CIDR|XLSX|CSV|Excel|SEO|User-Agent|DB-IP|Do Not Track|Global Privacy Control|Caps Lock|client hints|headless|Direct3D|Windows|Metal|iPhone|iPad|Android|Apple|Qualcomm|NVIDIA|ARM|AMD|Intel|Firefox|Safari|VPN|goaccess|Apache|nginx|utm_…|http:\/\/|\.gz|JSON|XML|XR|AI(?= )|API|GET|URL|HTTP|CPU|GPU|RAM|MiB|KB|MB|UTC|Ctrl|UA|ID|IP|PV|UV|OS|Top|head|body|Tab|Esc|Enter|Shift|\(?\bG\b\)?|\bs\b/gu;

/** Words that are the same in English and Spanish, and figures; everything else in common is a text left untranslated. */
const SAME_IN_SPANISH = new Set(['common.no', 'failure.error', 'info.total', 'field.ip', 'field.id', 'info.ip', 'sites.id', 'details.json', 'group.hardware', 'field.ram', 'metric.pv', 'metric.uv', 'metric.ip', 'common.none', 'app.name', 'status.milliseconds', 'route.roles', 'user.roles', 'auditSubject.role']);
/** English words that no Spanish sentence has. */
const ENGLISH = /(?<!\p{L})(?:the|and|of|to|with|is|are|not|this|that|for|from|your|you|was|will|can|its|by|on|at)(?!\p{L})/iu;

const stripped = (text: string): string => text.replaceAll(/\{\{\w+\}\}/gu, '').replaceAll(KEPT, '');

/** The characters of a two-byte set, read off the decoder: rows and columns as the standard numbers them. */
function charactersOf(label: string, first: readonly [number, number], second: readonly [number, number]): Set<string> {
  const decoder = new TextDecoder(label);
  const found = new Set<string>();
  for (let high = first[0]; high <= first[1]; high++) for (let low = second[0]; low <= second[1]; low++) found.add(decoder.decode(Uint8Array.of(high, low)));
  return found;
}

const HAN = /\p{Script=Han}/gu;
/** GB/T 2312: simplified Chinese. JIS X 0208: Japanese. What is in only one of them gives a foreign form away. */
const SIMPLIFIED = charactersOf('gbk', [0xb0, 0xf7], [0xa1, 0xfe]);
const JAPANESE = new Set([...charactersOf('shift_jis', [0x88, 0x9f], [0x40, 0xfc]), ...charactersOf('shift_jis', [0xe0, 0xea], [0x40, 0xfc])]);

describe('Chinese', () => {
  it('has no English left in it', () => {
    expect(Object.entries(zh).filter(([, text]) => /[a-z]{2,}/iu.test(stripped(text)))).toEqual([]);
  });

  it('is written in simplified characters, without kana', () => {
    const odd = Object.entries(zh).filter(([, text]) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || (text.match(HAN) ?? []).some((character) => !SIMPLIFIED.has(character)));
    expect(odd).toEqual([]);
  });

  it('calls a thing by one name', () => {
    const others = Object.entries(zh).filter(([, text]) => /爬虫|爬蟲|网站(?!“)|受訪/u.test(text));
    expect(others).toEqual([]);
  });
});

describe('Japanese', () => {
  it('has no English left in it', () => {
    expect(Object.entries(ja).filter(([, text]) => /[a-z]{2,}/iu.test(stripped(text)))).toEqual([]);
  });

  it('is written in Japanese characters', () => {
    const odd = Object.entries(ja).filter(([, text]) => (text.match(HAN) ?? []).some((character) => !JAPANESE.has(character)));
    expect(odd).toEqual([]);
  });

  it('calls a thing by one name', () => {
    expect(Object.entries(ja).filter(([, text]) => /スパイダー|ブラウザ(?!ー)|サーバ(?!ー)|ユーザ(?!ー)/u.test(text))).toEqual([]);
  });
});

describe('Spanish', () => {
  it('has no text that is the English one', () => {
    const same = Object.entries(es).filter(([key, text]) => text === en[key as keyof typeof en] && /[a-z]{2,}/iu.test(stripped(text)));
    expect(same.map(([key]) => key).filter((key) => !SAME_IN_SPANISH.has(key))).toEqual([]);
  });

  it('has no English words in it', () => {
    expect(Object.entries(es).filter(([key, text]) => !SAME_IN_SPANISH.has(key) && ENGLISH.test(stripped(text)))).toEqual([]);
  });

  it('calls a thing by one name, and addresses its reader formally', () => {
    expect(Object.entries(es).filter(([, text]) => /(?<!\p{L})(?:arañas?|tus?|ordenador)(?!\p{L})/iu.test(text))).toEqual([]);
  });
});

describe('the checks themselves', () => {
  it('know the two character sets apart', () => {
    expect(SIMPLIFIED.size).toBeGreaterThan(6_000);
    expect(JAPANESE.size).toBeGreaterThan(6_000);
    expect(['们', '页', '误'].map((character) => [SIMPLIFIED.has(character), JAPANESE.has(character)])).toEqual([[true, false], [true, false], [true, false]]);
    expect(['図', '込', '働'].map((character) => [SIMPLIFIED.has(character), JAPANESE.has(character)])).toEqual([[false, true], [false, true], [false, true]]);
  });

  it('would see English among Chinese', () => {
    expect(/[a-z]{2,}/iu.test(stripped('请输入 name'))).toBe(true);
    expect(/[a-z]{2,}/iu.test(stripped('IP 数（{{count}}）'))).toBe(false);
    expect(ENGLISH.test('Elija the sitio')).toBe(true);
  });
});
