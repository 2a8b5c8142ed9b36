import {
  ALL_REJECTED_CHOICES,
  CONSENT_COOKIE_NAME,
  CONSENT_LIFETIME_SECONDS,
  type ConsentChoices,
  type ConsentRecord,
  createConsentRecord,
  formatConsentCookie,
  parseConsentCookie,
} from '#domain/consent.ts';
import { readStoredText, writeStoredText } from '#ui/lib/storage.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';
import { canStoreCookies } from '#web/lib/cookies.ts';

/** The cookie choices that apply in this browser. */
export interface CurrentConsent {
  choices: ConsentChoices;
  /** The time of the choice, in ISO 8601, or `undefined` if the reader has not chosen. */
  chosenAt: string | undefined;
  /**
   * True if the browser sends the Global Privacy Control signal, which refuses analytics and advertising until the
   * reader chooses otherwise. The Do Not Track signal has no such effect: readers who send it are asked like everyone
   * else, and their answer applies (docs/decisions/0031).
   */
  hasGlobalPrivacyControl: boolean;
}

/**
 * Returns the current cookie choices, or `undefined` until the page is hydrated. Analytics and advertising count as
 * refused until the reader has chosen.
 */
export function useConsent(): CurrentConsent | undefined {
  return useBrowserValue(watchConsent, readCurrentConsent);
}

/** Returns the current cookie choices. Reads the consent cookie on each call. */
export function readCurrentConsent(): CurrentConsent {
  const cookie = new RegExp(`(?:^|;\\s*)${CONSENT_COOKIE_NAME}=([^;]*)`).exec(document.cookie)?.[1];
  const hasGlobalPrivacyControl = Boolean(navigator.globalPrivacyControl);
  if (
    !cached ||
    cached.cookie !== cookie ||
    cached.consent.hasGlobalPrivacyControl !== hasGlobalPrivacyControl
  )
    cached = { cookie, consent: toConsent(parseConsentCookie(cookie), hasGlobalPrivacyControl) };
  return cached.consent;
}

/**
 * Saves the cookie choices for a year and hides the cookie banner. If the browser stores no cookies, returns false, and
 * the choices do not apply.
 */
export function saveConsent(choices: ConsentChoices): boolean {
  const record = createConsentRecord(choices);
  const isSecure = location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari 15 and on plain http
  document.cookie = `${CONSENT_COOKIE_NAME}=${formatConsentCookie(record)}; path=/; max-age=${CONSENT_LIFETIME_SECONDS}; samesite=lax${isSecure ? '; secure' : ''}`;
  if (navigator.globalPrivacyControl)
    writeStoredText('localStorage', OVERRIDE_TIME_KEY, record.timestamp);
  cached = undefined;
  updatePageFromConsent();
  return readCurrentConsent().chosenAt === record.timestamp;
}

/** Calls `onChange` when the cookie choices change in any tab. Returns a function that unsubscribes. */
export function watchConsent(onChange: () => void): () => void {
  if (!listeners.size)
    for (const type of SYNC_EVENTS) addEventListener(type, updatePageFromConsent);
  listeners.add(onChange);
  return () => {
    listeners.delete(onChange);
    if (!listeners.size)
      for (const type of SYNC_EVENTS) removeEventListener(type, updatePageFromConsent);
  };
}

/** Reads the consent cookie and updates the page. */
export function updatePageFromConsent(): void {
  applyConsent(readCurrentConsent());
  for (const onChange of listeners) onChange();
}

/**
 * Storage key for the time of a choice that the reader made while the browser sent Global Privacy Control. Only such a
 * choice overrides the signal. An earlier choice does not.
 */
const OVERRIDE_TIME_KEY = 'consent-over-signal';

/** The events after which the consent cookie is read again, because another tab may have changed it. */
const SYNC_EVENTS = ['visibilitychange', 'focus', 'pageshow'] as const;

const listeners = new Set<() => void>();

let cached: { cookie: string | undefined; consent: CurrentConsent } | undefined;

function toConsent(
  record: ConsentRecord | undefined,
  hasGlobalPrivacyControl: boolean,
): CurrentConsent {
  const isEffective =
    record &&
    (!hasGlobalPrivacyControl ||
      readStoredText('localStorage', OVERRIDE_TIME_KEY) === record.timestamp);
  if (!isEffective)
    return { choices: ALL_REJECTED_CHOICES, chosenAt: undefined, hasGlobalPrivacyControl };
  const { analytics, advertising, timestamp } = record;
  return { choices: { analytics, advertising }, chosenAt: timestamp, hasGlobalPrivacyControl };
}

/**
 * Updates the attributes on `<html>` that style sheets use to show ads and the cookie banner. Before the first paint,
 * `boot.ts` sets these attributes.
 */
function applyConsent({ choices, chosenAt, hasGlobalPrivacyControl }: CurrentConsent): void {
  const { dataset } = document.documentElement;
  if (choices.advertising) dataset.advertising = '';
  else delete dataset.advertising;
  if (chosenAt || hasGlobalPrivacyControl || !canStoreCookies()) delete dataset.consent;
  else dataset.consent = 'asked';
}
