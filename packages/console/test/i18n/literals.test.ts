/** Every word on a screen comes from the texts: one that is written into a component can not be translated. */
import { describe, expect, it } from 'vitest';
import { parseSync } from 'vite';
import { en } from '../../src/i18n/texts/en';
import { SOURCES } from './sources';

/** Attributes and properties whose text is read by people. */
const READ = new Set(['title', 'label', 'placeholder', 'alt', 'content', 'message', 'description', 'okText', 'cancelText', 'tip', 'extra', 'help', 'emptyText', 'addonBefore', 'addonAfter', 'prefix', 'suffix', 'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext']);
/** Signs and units; two letters in a row are a word. */
const WORD = /\p{L}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Written the same in every language. */
const KEPT = new Set(['Footfall', 'goaccess', 'nginx', 'Apache', 'Ctrl K', 'Esc']);

interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The words that an expression shows as they stand: its text, or that of either branch. */
function wordsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Literal' || node.type === 'JSXText') return typeof node.value === 'string' ? [node.value.trim()] : [];
  if (node.type === 'TemplateLiteral') return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw.trim());
  if (node.type === 'JSXExpressionContainer') return wordsOf(node.expression);
  if (node.type === 'ConditionalExpression') return [...wordsOf(node.consequent), ...wordsOf(node.alternate)];
  if (node.type === 'LogicalExpression') return wordsOf(node.right);
  return [];
}

function nameOf(node: unknown): string {
  const name = isNode(node) ? (node.name ?? node.value) : undefined;
  return typeof name === 'string' ? name : '';
}

/** Words that a component shows without the texts, each as it stands. */
function literalsIn(code: string, file: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    if (!isNode(node)) return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') for (const child of node.children as Node[]) found.push(...wordsOf(child));
    if (node.type === 'JSXAttribute' && READ.has(nameOf(node.name))) found.push(...wordsOf(node.value));
    if (node.type === 'Property' && READ.has(nameOf(node.key))) found.push(...wordsOf(node.value));
    for (const [name, value] of Object.entries(node)) if (name !== 'type') visit(value);
  };
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} can not be read: ${errors[0]?.message ?? ''}`);
  visit(program);
  // The name of a text is none itself.
  return found.filter((text) => WORD.test(text) && !KEPT.has(text) && !Object.hasOwn(en, text));
}

const components = SOURCES.filter(({ path }) => path.endsWith('.tsx'));

describe('no component', () => {
  it('shows a word of its own', () => {
    const own = components.flatMap(({ path, text }) => literalsIn(text, path).map((word) => `${path}: ${word}`));
    expect(own).toEqual([]);
  });

  it('is left out', () => {
    expect(components.length).toBeGreaterThan(60);
  });

  it('could show one unseen', () => {
    const code = `export const A = ({ on }) => <div title="Open" className="open"><p>Hello {on ? 'on' : t('x.off')}</p><I label={\`Site \${on}\`} /><b>·</b>{f({ title: '标题', key: 'key' })}</div>;`;
    expect(literalsIn(code, 'a.tsx').toSorted()).toEqual(['Hello', 'Open', 'Site', 'on', '标题']);
  });
});
