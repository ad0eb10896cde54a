import { BULK_FILE_BYTES } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { createTableReader } from '../../src/bulk/read-table.js';
import { bareWorkbook, sheetXml, workbook, zipped } from './tables.js';

const reader = createTableReader();
const read = (name: string, bytes: Buffer | string) => reader.read(name, Buffer.from(bytes));
const refusal = async (name: string, bytes: Buffer | string): Promise<string> => read(name, bytes).then(() => 'taken', (error: { errorName: string }) => error.errorName);

describe('a table', () => {
  const rows = [['domain', 'name', 'is_stat', 'note'], ['shop.example', '商店 "A", B', 1, true], ['', '', '', ''], ['例子.中国', '=1+1', 0.5, 'line 1\nline 2']];
  const texts = [['domain', 'name', 'is_stat', 'note'], ['shop.example', '商店 "A", B', '1', '1'], [], ['例子.中国', '=1+1', '0.5', 'line 1\nline 2']];

  it.each([['a.xlsx', 'xlsx'], ['A.XLS', 'biff8']] as const)('is read from %s', async (name, type) => {
    expect(await read(name, workbook(rows, type))).toEqual(texts);
  });

  it.each([
    ['commas, with a mark', '\uFEFFdomain,name\r\nshop.example,"商店 ""A"", B"\r\n', [['domain', 'name'], ['shop.example', '商店 "A", B']]],
    ['semicolons', 'domain;name\nshop.example;a,b\n', [['domain', 'name'], ['shop.example', 'a,b']]],
    ['tabs', 'domain\tname\rshop.example\t"x\ny"', [['domain', 'name'], ['shop.example', 'x\ny']]],
    ['blank rows and cells', 'a,b,,\n\n,,\nc,,d,\n\n\n', [['a', 'b'], [], [], ['c', '', 'd']]],
    ['a quote within a cell', 'a\n5" disk\n', [['a'], ['5" disk']]],
    ['nothing', '', []],
  ])('is read from CSV with %s', async (_, text, table) => expect(await read('a.csv', text)).toEqual(table));

  it('is read from CSV in UTF-16 and in GB 18030, as spreadsheet programs save it', async () => {
    expect(await read('a.csv', Buffer.from('\uFEFF域名\tb', 'utf16le'))).toEqual([['域名', 'b']]);
    expect(await read('a.csv', Buffer.from([0xd3, 0xf2, 0xc3, 0xfb, 0x2c, 0x62]))).toEqual([['域名', 'b']]);
  });

  it('takes the value that stands beside a formula, and calculates nothing', async () => {
    const sheet = sheetXml('<row><c t="str"><f>WEBSERVICE("http://127.0.0.1/")</f><v>kept</v></c><c><f>1+1</f></c><c><f>2+2</f><v>7</v></c></row>');
    expect(await read('a.xlsx', await bareWorkbook(sheet))).toEqual([['kept', '', '7']]);
  });

  it('takes no prototype along', async () => {
    const table = await read('a.xlsx', workbook([['__proto__', 'constructor'], ['polluted', 'x']], 'xlsx'));
    expect(table).toEqual([['__proto__', 'constructor'], ['polluted', 'x']]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('what is refused', () => {
  it.each(['a.ods', 'a.xlsm', 'a.csv.exe', 'a', '.xlsx.zip', 'xlsx'])('%s for its suffix', async (name) => expect(await refusal(name, 'a,b')).toBe('bulk.suffix'));

  it('a file of 1 MB, and of 1 MB and a byte; one byte less is taken', async () => {
    expect(await refusal('a.csv', Buffer.alloc(BULK_FILE_BYTES + 1, 'a'))).toBe('bulk.too_large');
    expect(await refusal('a.csv', Buffer.alloc(BULK_FILE_BYTES, 'a'))).toBe('bulk.too_large');
    expect(await refusal('a.csv', Buffer.alloc(BULK_FILE_BYTES - 1, 'a'))).toBe('taken');
  });

  it('more rows or columns than are taken', async () => {
    expect(await refusal('a.csv', 'a\n'.repeat(2_001))).toBe('taken');
    expect(await refusal('a.csv', 'a\n'.repeat(2_002))).toBe('bulk.too_many');
    expect(await refusal('a.csv', '\n'.repeat(500_000))).toBe('bulk.too_many');
    expect(await refusal('a.csv', `${','.repeat(1_000_000)}a`)).toBe('bulk.too_many');
    expect(await refusal('a.csv', `${'a,'.repeat(50)}a`)).toBe('bulk.too_many');
    expect(await refusal('a.xlsx', workbook(Array.from({ length: 2_002 }, (_, n) => [n]), 'xlsx'))).toBe('bulk.too_many');
    expect(await refusal('a.xls', workbook(Array.from({ length: 2_002 }, (_, n) => [n]), 'biff8'))).toBe('bulk.too_many');
  });

  const whole = workbook([['domain'], ['shop.example']], 'xlsx');
  const old = workbook([['domain'], ['shop.example']], 'biff8');
  it.each([
    ['nothing', 'a.xlsx', Buffer.alloc(0)],
    ['text called a workbook', 'a.xlsx', Buffer.from('domain,name')],
    ['a web page called a workbook', 'a.xls', Buffer.from('<html><table><tr><td>domain</td></tr></table></html>')],
    ['an .xlsx called .xls', 'a.xls', whole],
    ['an .xls called .xlsx', 'a.xlsx', old],
    ['a workbook that is cut off', 'a.xlsx', whole.subarray(0, whole.length / 2)],
    ['an .xls that is cut off', 'a.xls', old.subarray(0, 600)],
    ['an .xls of rubbish', 'a.xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_000, 0xff)])],
    ['binary rubbish', 'a.csv', Buffer.from([0, 1, 2, 3])],
    ['an open quote', 'a.csv', Buffer.from('a,"b')],
  ])('%s', async (_, name, bytes) => expect(await refusal(name, bytes)).toBe('bulk.damaged'));

  it('a workbook without a sheet', async () => expect(await refusal('a.xlsx', await zipped({ 'readme.txt': 'nothing here' }))).toBe('bulk.damaged'));

  it('a zip bomb, before it is unpacked: 200 MB in a fifth of 1 MB', async () => {
    const bomb = await bareWorkbook(Buffer.alloc(200_000_000, ' '));
    expect(bomb.length).toBeLessThan(BULK_FILE_BYTES);
    expect(await refusal('a.xlsx', bomb)).toBe('bulk.damaged');
  });

  it('a zip of many entries, of one entry twice, and with an entry in two places', async () => {
    const many = await zipped(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`xl/worksheets/s${n}.xml`, 'x'])));
    expect(await refusal('a.xlsx', many)).toBe('bulk.damaged');
    const twice = await zipped({ 'xl/workbook.xml': 'x', 'XL/workbook.xml': 'y' });
    expect(await refusal('a.xlsx', twice)).toBe('bulk.damaged');
    const moved = Buffer.from(await bareWorkbook(sheetXml('')));
    moved.writeUInt32LE(7, moved.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 42);
    expect(await refusal('a.xlsx', moved)).toBe('bulk.damaged');
  });

  it('what takes too long, and the next file is read all the same', async () => {
    const hasty = createTableReader(1);
    await expect(hasty.read('a.xlsx', whole)).rejects.toMatchObject({ errorName: 'bulk.damaged' });
    expect(await read('a.xlsx', whole)).toEqual([['domain'], ['shop.example']]);
  });
});
