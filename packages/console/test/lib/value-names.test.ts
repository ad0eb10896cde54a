import { describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/texts/en';
import { zh } from '../../src/i18n/texts/zh';
import { valueName } from '../../src/lib/value-names';

describe('valueName', () => {
  it.each([
    ['channel', 'search', 'Search engine', '搜索引擎'],
    ['channel', 'ai', 'AI assistant', 'AI 助手'],
    ['device_type', 'mobile', 'Phone', '手机'],
    ['device_type', 'desktop', 'Desktop', '电脑'],
  ])('%s %s', (field, value, english, chinese) => {
    expect(valueName(field, value, (key) => en[key])).toBe(english);
    expect(valueName(field, value, (key) => zh[key])).toBe(chinese);
  });

  it.each([['channel', 'carrier pigeon'], ['device_type', ''], ['device_type', 'constructor'], ['browser_name', 'search'], ['toString', 'direct']])(
    'leaves %s "%s" as it is', (field, value) => {
      expect(valueName(field, value, (key) => en[key])).toBe(value);
    },
  );
});
