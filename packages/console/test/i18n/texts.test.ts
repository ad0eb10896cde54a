import { describe, expect, it } from 'vitest';
import { asLanguage, startLanguage } from '../../src/i18n/languages';
import { en } from '../../src/i18n/texts/en';
import { es } from '../../src/i18n/texts/es';
import { ja } from '../../src/i18n/texts/ja';
import { zh } from '../../src/i18n/texts/zh';

const TEXTS: Record<string, Record<string, string>> = { en, zh, es, ja };
const KEYS = Object.keys(en);

/** Placeholders, in order. */
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/gu)].map(([, name = '']) => name).toSorted();

describe.each(Object.entries(TEXTS))('%s', (_language, texts) => {
  it('has every key and no other', () => {
    expect(Object.keys(texts).toSorted()).toEqual(KEYS.toSorted());
  });

  it('has a text for each, with the same placeholders', () => {
    for (const key of KEYS) {
      expect({ key, text: texts[key]?.trim() }).not.toEqual({ key, text: '' });
      expect({ key, names: placeholders(texts[key] ?? '') }).toEqual({ key, names: placeholders(en[key as keyof typeof en]) });
    }
  });
});

describe('the texts', () => {
  it('say what the specification says, to the letter', () => {
    expect(zh['login.usernameInvalid']).toBe('请输入正确的账号');
    expect(zh['login.passwordInvalid']).toBe('密码不能少于6位数');
    expect(zh['session.expiredTitle']).toBe('确认退出');
    expect(zh['session.expiredText']).toBe('您已退出，您可以选择取消以留在此页面，或重新登录');
    expect(zh['site.statusChanged']).toBe('状态更新成功！');
    expect(en['login.capsLock']).toBe('Caps lock is On');
    expect(en['failure.hasError']).toBe('Has Error');
    expect(en['error404.text']).toBe('The webmaster said that you can not enter this page...');
  });
});

describe('the language to start with', () => {
  it('is the cookie’s, then the browser’s, then English', () => {
    expect(startLanguage('a=b; language=ja', ['zh-CN'])).toBe('ja');
    expect(startLanguage('', ['de-DE', 'zh-Hant-TW', 'en'])).toBe('zh');
    expect(startLanguage('language=xx', ['fr'])).toBe('en');
    expect(startLanguage('', [])).toBe('en');
  });

  it('is one that there is', () => {
    expect(asLanguage('es')).toBe('es');
    expect(asLanguage('toString')).toBeUndefined();
    expect(asLanguage(undefined)).toBeUndefined();
  });
});
