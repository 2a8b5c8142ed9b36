// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ALL_ACCEPTED_CHOICES,
  ALL_REJECTED_CHOICES,
  CONSENT_COOKIE_NAME,
  createConsentRecord,
  formatConsentCookie,
} from '#domain/consent.ts';
import { readCurrentConsent, saveConsent, watchConsent } from './consent.ts';

const { dataset } = document.documentElement;

beforeEach(() => {
  localStorage.clear();
  setCookie('');
});
afterEach(() => Reflect.deleteProperty(navigator, 'globalPrivacyControl'));

describe('the choices that a reader has made', () => {
  it('are empty before the first choice', () => {
    expect(readCurrentConsent()).toEqual({
      choices: ALL_REJECTED_CHOICES,
      chosenAt: undefined,
      hasGlobalPrivacyControl: false,
    });
  });

  it('are stored for a year, for this site only', () => {
    const cookieSetter = vi.spyOn(document, 'cookie', 'set');
    saveConsent({ analytics: false, advertising: true });
    expect(cookieSetter.mock.calls[0]![0]).toMatch(
      /^cookie_consent=[^;]+; path=\/; max-age=31536000; samesite=lax$/,
    );
    cookieSetter.mockRestore();
    expect(readCurrentConsent().choices).toEqual({ analytics: false, advertising: true });
    expect(Date.parse(readCurrentConsent().chosenAt!)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('are not stored by a browser without cookies, and the page stops asking', () => {
    dataset.consent = 'asked';
    const cookieGetter = vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
    expect(saveConsent(ALL_ACCEPTED_CHOICES)).toBe(false);
    expect(readCurrentConsent().choices).toEqual(ALL_REJECTED_CHOICES);
    expect(dataset.consent).toBeUndefined();
    cookieGetter.mockRestore();
    expect(saveConsent(ALL_ACCEPTED_CHOICES)).toBe(true);
  });

  it('are reported to all watchers, and the page stops asking', () => {
    dataset.consent = 'asked';
    const onChange = vi.fn();
    const stop = watchConsent(() => onChange(readCurrentConsent().choices));
    saveConsent(ALL_ACCEPTED_CHOICES);
    expect(onChange.mock.calls).toEqual([[ALL_ACCEPTED_CHOICES]]);
    expect(dataset.consent).toBeUndefined();
    stop();
  });

  it('are read again when the reader returns from another tab', () => {
    const onChange = vi.fn();
    const stop = watchConsent(() => onChange(readCurrentConsent().choices));
    setCookie(formatConsentCookie(createConsentRecord(ALL_ACCEPTED_CHOICES)));
    dispatchEvent(new Event('focus'));
    expect(onChange.mock.calls).toEqual([[ALL_ACCEPTED_CHOICES]]);
    stop();
    dispatchEvent(new Event('focus'));
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('are the same object until they change', () => {
    expect(readCurrentConsent()).toBe(readCurrentConsent());
  });
});

describe('a browser that sends Global Privacy Control', () => {
  it('rejects everything', () => {
    enableGlobalPrivacyControl();
    expect(readCurrentConsent()).toEqual({
      choices: ALL_REJECTED_CHOICES,
      chosenAt: undefined,
      hasGlobalPrivacyControl: true,
    });
  });

  it('overrides earlier consent', () => {
    saveConsent(ALL_ACCEPTED_CHOICES);
    enableGlobalPrivacyControl();
    expect(readCurrentConsent()).toMatchObject({
      choices: ALL_REJECTED_CHOICES,
      chosenAt: undefined,
    });
  });

  it('does not override a later choice', () => {
    enableGlobalPrivacyControl();
    saveConsent(ALL_ACCEPTED_CHOICES);
    expect(readCurrentConsent()).toMatchObject({
      choices: ALL_ACCEPTED_CHOICES,
      hasGlobalPrivacyControl: true,
    });
  });
});

function enableGlobalPrivacyControl(): void {
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
}

function setCookie(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the page itself reads document.cookie
  document.cookie = `${CONSENT_COOKIE_NAME}=${value}; path=/; max-age=${value ? 1000 : 0}`;
}
