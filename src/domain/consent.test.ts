import { describe, expect, it } from 'vitest';
import {
  ACCEPT_ALL,
  CONSENT_VERSION,
  formatConsent,
  newConsent,
  parseConsent,
  REJECT_ALL,
} from './consent.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');

describe('a consent record', () => {
  it('has the fields of the spec', () => {
    expect(newConsent(ACCEPT_ALL, NOW)).toEqual({
      necessary: true,
      analytics: true,
      advertising: true,
      timestamp: '2026-03-01T12:00:00.000Z',
      version: '1.0',
    });
    expect(newConsent(REJECT_ALL, NOW)).toMatchObject({ analytics: false, advertising: false });
  });

  it('survives a round trip through its cookie, in characters that cookies allow', () => {
    const record = newConsent({ analytics: true, advertising: false }, NOW);
    const value = formatConsent(record);
    expect(value).toMatch(/^[\w.%~-]+$/);
    expect(parseConsent(value)).toEqual(record);
  });

  it.each([
    ['no cookie', undefined],
    ['an empty one', ''],
    ['what is no JSON', 'yes'],
    ['what is no text', '%E0%A4%A'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a record of another version', edited({ version: '0.9' })],
    ['one without a version', edited({ version: undefined })],
    ['one that leaves a purpose open', edited({ advertising: undefined })],
    ['one that says "yes" for true', edited({ analytics: 'yes' })],
    ['one without a time', edited({ timestamp: undefined })],
    ['one that refuses what is necessary', edited({ necessary: false })],
  ])('is none in %s', (_, value) => {
    expect(parseConsent(value)).toBeUndefined();
  });

  it('is ignored if it has another version', () => {
    expect(parseConsent(edited({}))?.version).toBe(CONSENT_VERSION);
  });
});

function edited(changes: object): string {
  return encodeURIComponent(JSON.stringify({ ...newConsent(ACCEPT_ALL, NOW), ...changes }));
}
