import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, VERSION } from '../../src/config.js';

const GIB = 1024 ** 3;

describe('configuration', () => {
  it('has a default for everything', () => {
    const config = readConfig({}, '/srv');
    expect(config).toMatchObject({ port: 8600, dataFolder: '/srv/data', adminUsername: 'admin', adminPassword: null, trustProxy: false });
    expect(config.timeZone).not.toBe('');
    expect(config.memory).toBeGreaterThanOrEqual(GIB / 2);
  });

  it('names every bad setting at once', () => {
    const read = () => readConfig({ FOOTFALL_PORT: 'eighty', FOOTFALL_TIMEZONE: 'Mars/Olympus', FOOTFALL_MEMORY: 'lots', FOOTFALL_PUBLIC_URL: 'javascript:1', FOOTFALL_ADMIN_PASSWORD: 'short', FOOTFALL_TRUST_PROXY: 'the one in front' });
    expect(read).toThrow(ConfigError);
    for (const name of ['PORT', 'TIMEZONE', 'MEMORY', 'PUBLIC_URL', 'ADMIN_PASSWORD', 'TRUST_PROXY']) expect(read).toThrow(`FOOTFALL_${name}`);
  });

  it('limits what one address and one site may send, by numbers a second', () => {
    expect(readConfig({}).rates).toEqual({ address: 50, site: 5_000 });
    expect(readConfig({ FOOTFALL_ADDRESS_RATE: '0', FOOTFALL_SITE_RATE: '0.5' }).rates).toEqual({ address: 0, site: 0.5 });
    expect(() => readConfig({ FOOTFALL_ADDRESS_RATE: '-1' })).toThrow('FOOTFALL_ADDRESS_RATE');
  });

  it.each([['', null], ['off', null], ['system', []], ['127.0.0.1:5353, 9.9.9.9,[::1]:53', ['127.0.0.1:5353', '9.9.9.9', '[::1]:53']]])('reads name servers: %j', (text, expected) => {
    expect(readConfig({ FOOTFALL_CRAWLER_DNS: text }).crawlerDns).toEqual(expected);
    expect(() => readConfig({ FOOTFALL_CRAWLER_DNS: 'dns.example' })).toThrow('FOOTFALL_CRAWLER_DNS');
  });

  it.each([['', false], ['true', true], ['0', false]])('reads whether alarms and sitemaps may stay inside: %j', (text, expected) => {
    expect(readConfig({ FOOTFALL_ALARM_PRIVATE: text }).alarmPrivate).toBe(expected);
    expect(readConfig({ FOOTFALL_SITEMAP_PRIVATE: text }).sitemapPrivate).toBe(expected);
    expect(() => readConfig({ FOOTFALL_ALARM_PRIVATE: '10.0.0.0/8' })).toThrow('FOOTFALL_ALARM_PRIVATE');
  });

  it.each([['', 4 * GIB], ['50G', 50 * GIB]])('reads the room of the journal %j', (text, expected) => {
    expect(readConfig(text === '' ? {} : { FOOTFALL_JOURNAL: text }).journal).toBe(expected);
    expect(() => readConfig({ FOOTFALL_JOURNAL: '1M' })).toThrow('give at least 256M');
  });

  it.each([['512M', GIB / 2], ['2g', 2 * GIB], ['1.5GiB', 1.5 * GIB], ['536870912', GIB / 2]])('reads memory %s', (text, expected) => {
    expect(readConfig({ FOOTFALL_MEMORY: text }).memory).toBe(expected);
  });

  it.each([['', false], ['1', 1], ['true', true], ['10.0.0.1, 10.0.0.0/8,loopback', ['10.0.0.1', '10.0.0.0/8', 'loopback']]])('reads proxies to trust: %j', (text, expected) => {
    expect(readConfig({ FOOTFALL_TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  it('keeps the version of package.json', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string };
    expect(VERSION).toBe(manifest.version);
  });
});
