import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error';
import { en } from '../../src/i18n/texts/en';
import { failureText } from '../../src/widgets/failure-text';
import { createPreferences } from '../../src/widgets/preferences';
import { siteFields, siteInput } from '../../src/widgets/site-fields';

const browser = (text: string | null, cookie = '') => {
  const kept: (string | null)[] = [];
  const storage = { getItem: () => text, setItem: (_key: string, value: string) => kept.push(value), removeItem: () => kept.push(null) };
  return { kept, storage, jar: { cookie }, secure: false };
};

describe('preferences', () => {
  it.each([null, '', '{', 'null', '{"theme":"pink","accent":"red","upIsRed":"no"}'])('are the defaults on %s', (text) => {
    expect(createPreferences(browser(text)).getState()).toMatchObject({ theme: 'system', accent: '#409eff', upIsRed: true });
  });

  it('are kept when changed', () => {
    const place = browser('{"theme":"dark","accent":"#ff0000","upIsRed":false,"tagsView":false}');
    const store = createPreferences(place);
    store.getState().change({ theme: 'light' });
    expect(place.kept.map((text): unknown => JSON.parse(text ?? 'null'))).toEqual([
      { theme: 'light', accent: '#ff0000', upIsRed: false, tagsView: false, fixedHeader: true, sidebarLogo: true, pinyinSearch: true, density: 'standard', shortcuts: true },
    ]);
  });

  it('keep the size in its cookie, for a year', () => {
    const place = browser(null, 'language=zh; size=small');
    const store = createPreferences(place);
    expect(store.getState().size).toBe('small');
    store.getState().resize('mini');
    expect(store.getState().size).toBe('mini');
    expect(place.jar.cookie).toBe('size=mini; Path=/; SameSite=Lax; Max-Age=31536000');
    expect(createPreferences(browser(null, 'size=huge')).getState().size).toBe('medium');
  });

  it('are as at first after a reset, and nothing of them is left', () => {
    const place = browser('{"theme":"dark","tagsView":false}', 'size=mini');
    const store = createPreferences(place);
    store.getState().reset();
    expect(store.getState()).toMatchObject({ theme: 'system', tagsView: true, size: 'medium' });
    expect(place.kept).toEqual([null]);
    expect(place.jar.cookie).toContain('Max-Age=0');
  });
});

describe('failureText', () => {
  const t = (key: keyof typeof en) => en[key];

  it('is by the failure’s name, else the server’s own words, else Error', () => {
    expect(failureText(new ApiError('refused', 'x', { code: 403, errorName: 'auth.incorrect' }), t)).toBe(en['failure.auth.incorrect']);
    expect(failureText(new ApiError('refused', 'Teapot', { code: 418 }), t)).toBe('Teapot');
    expect(failureText(new ApiError('timeout', 'x'), t)).toBe(en['failure.timeout']);
    expect(failureText(new Error('internal'), t)).toBe('Error');
  });
});

describe('the form of a site', () => {
  it('starts with a site that counts, and trims', () => {
    const off = { respect_dnt: false, visitor_id: false, canvas_fingerprint: false, strip_campaign: false };
    expect(siteFields(undefined)).toEqual({
      name: '', domain: '', is_stat: true, subdomains: false, time_zone: '', aliases: '', excluded_addresses: '', excluded_paths: '', excluded_parameters: '', retention_days: null, mask_addresses: false, tracking: off,
    });
    expect(siteInput({ name: ' Shop ', domain: ' shop.example ', is_stat: false, time_zone: 'Asia/Tokyo', tracking: { ...off, visitor_id: true } })).toEqual({
      name: 'Shop', domain: 'shop.example', is_stat: 0, time_zone: 'Asia/Tokyo', tracking: { respect_dnt: 0, visitor_id: 1, canvas_fingerprint: 0, strip_campaign: 0 },
    });
  });

  it('holds lists a line each, and shows domains as people write them', () => {
    const fields = { ...siteFields(undefined), name: 'Shop', domain: 'shop.example', aliases: 'a.example\n b.example', excluded_paths: '/x', retention_days: 30, mask_addresses: true, subdomains: true };
    expect(siteInput(fields)).toMatchObject({ aliases: ['a.example', ' b.example'], excluded_paths: ['/x'], excluded_addresses: [''], retention_days: 30, address_mask: 'partial', subdomains: 1 });
    expect(siteInput({ ...fields, retention_days: null, mask_addresses: false })).toMatchObject({ retention_days: 0, address_mask: 'none' });
  });

  it('that does not show how visitors are counted leaves it as it is', () => {
    expect(siteInput({ name: 'Shop', domain: 'shop.example', is_stat: true, time_zone: '' })).not.toHaveProperty('tracking');
  });
});
