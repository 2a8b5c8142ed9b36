import { describe, expect, it } from 'vitest';
import {
  ALL_ACCEPTED_CHOICES,
  ALL_REJECTED_CHOICES,
  CONSENT_VERSION,
  createConsentRecord,
  formatConsentCookie,
  parseConsentCookie,
} from './consent.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');

describe('a consent record', () => {
  it('has the fields of the spec', () => {
    expect(createConsentRecord(ALL_ACCEPTED_CHOICES, NOW)).toEqual({
      necessary: true,
      analytics: true,
      advertising: true,
      timestamp: '2026-03-01T12:00:00.000Z',
      version: '1.0',
    });
    expect(createConsentRecord(ALL_REJECTED_CHOICES, NOW)).toMatchObject({
      analytics: false,
      advertising: false,
    });
  });

  it('survives a round trip through its cookie, in characters that cookies allow', () => {
    const record = createConsentRecord({ analytics: true, advertising: false }, NOW);
    const value = formatConsentCookie(record);
    expect(value).toMatch(/^[\w.%~-]+$/);
    expect(parseConsentCookie(value)).toEqual(record);
  });

  it.each([
    ['no cookie', undefined],
    ['an empty cookie', ''],
    ['invalid JSON', 'yes'],
    ['invalid percent-encoding', '%E0%A4%A'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a record of another version', formatChangedCookie({ version: '0.9' })],
    ['a record without a version', formatChangedCookie({ version: undefined })],
    ['a record without a choice for a purpose', formatChangedCookie({ advertising: undefined })],
    ['a record with "yes" instead of true', formatChangedCookie({ analytics: 'yes' })],
    ['a record without a timestamp', formatChangedCookie({ timestamp: undefined })],
    ['a record that rejects necessary cookies', formatChangedCookie({ necessary: false })],
  ])('is not read from %s', (_, value) => {
    expect(parseConsentCookie(value)).toBeUndefined();
  });

  it('is read if it has the current version', () => {
    expect(parseConsentCookie(formatChangedCookie({}))?.version).toBe(CONSENT_VERSION);
  });
});

function formatChangedCookie(changes: object): string {
  return encodeURIComponent(
    JSON.stringify({ ...createConsentRecord(ALL_ACCEPTED_CHOICES, NOW), ...changes }),
  );
}
