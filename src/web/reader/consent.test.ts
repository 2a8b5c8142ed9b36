// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ACCEPT_ALL,
  CONSENT_COOKIE_NAME,
  createConsentRecord,
  formatConsentCookie,
  REJECT_ALL,
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
      choices: REJECT_ALL,
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
    expect(saveConsent(ACCEPT_ALL)).toBe(false);
    expect(readCurrentConsent().choices).toEqual(REJECT_ALL);
    expect(dataset.consent).toBeUndefined();
    cookieGetter.mockRestore();
    expect(saveConsent(ACCEPT_ALL)).toBe(true);
  });

  it('are reported to all watchers, and the page stops asking', () => {
    dataset.consent = 'asked';
    const onChange = vi.fn();
    const stop = watchConsent(() => onChange(readCurrentConsent().choices));
    saveConsent(ACCEPT_ALL);
    expect(onChange.mock.calls).toEqual([[ACCEPT_ALL]]);
    expect(dataset.consent).toBeUndefined();
    stop();
  });

  it('are read again when the reader returns from another tab', () => {
    const onChange = vi.fn();
    const stop = watchConsent(() => onChange(readCurrentConsent().choices));
    setCookie(formatConsentCookie(createConsentRecord(ACCEPT_ALL)));
    dispatchEvent(new Event('focus'));
    expect(onChange.mock.calls).toEqual([[ACCEPT_ALL]]);
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
      choices: REJECT_ALL,
      chosenAt: undefined,
      hasGlobalPrivacyControl: true,
    });
  });

  it('overrides earlier consent', () => {
    saveConsent(ACCEPT_ALL);
    enableGlobalPrivacyControl();
    expect(readCurrentConsent()).toMatchObject({ choices: REJECT_ALL, chosenAt: undefined });
  });

  it('does not override a later choice', () => {
    enableGlobalPrivacyControl();
    saveConsent(ACCEPT_ALL);
    expect(readCurrentConsent()).toMatchObject({
      choices: ACCEPT_ALL,
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
