import {
  CONSENT_COOKIE_NAME,
  CONSENT_LIFETIME_SECONDS,
  type ConsentChoices,
  type ConsentRecord,
  createConsentRecord,
  formatConsentCookie,
  parseConsentCookie,
  REJECT_ALL,
} from '#domain/consent.ts';
import { readStoredText, writeStoredText } from '#ui/lib/storage.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';
import { canStoreCookies } from '#web/lib/cookies.ts';

/** The current cookie choices in this browser. */
export interface CurrentConsent {
  choices: ConsentChoices;
  /** Time of the choice, ISO 8601; `undefined` if the reader has not chosen. */
  chosenAt: string | undefined;
  /**
   * True if the browser sends Global Privacy Control, which refuses analytics and advertising. Do Not Track has no such
   * effect: readers who send it are asked like all others, and their answer takes precedence (docs/decisions/0031).
   */
  hasPrivacySignal: boolean;
}

/**
 * Returns the current cookie choices, or `undefined` until the page is hydrated. Until the reader has chosen, analytics
 * and advertising are refused.
 */
export function useConsent(): CurrentConsent | undefined {
  return useBrowserValue(watchConsent, readCurrentConsent);
}

/** Returns the current cookie choices, read from the cookie at each call. */
export function readCurrentConsent(): CurrentConsent {
  const cookie = new RegExp(`(?:^|;\\s*)${CONSENT_COOKIE_NAME}=([^;]*)`).exec(document.cookie)?.[1];
  const hasPrivacySignal = Boolean(navigator.globalPrivacyControl);
  if (!cached || cached.cookie !== cookie || cached.consent.hasPrivacySignal !== hasPrivacySignal)
    cached = { cookie, consent: toConsent(parseConsentCookie(cookie), hasPrivacySignal) };
  return cached.consent;
}

/**
 * Saves the cookie choices for a year and hides the banner. Returns false if the browser stores no cookies, in which
 * case the choices do not apply.
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

/** Updates the page from the consent cookie. */
export function updatePageFromConsent(): void {
  applyConsent(readCurrentConsent());
  for (const onChange of listeners) onChange();
}

/**
 * Storage key for the time of a choice that the reader made despite Global Privacy Control. A choice made before the
 * reader enabled Global Privacy Control does not override it.
 */
const OVERRIDE_TIME_KEY = 'consent-over-signal';

/** Events after which another tab may have changed the cookie choices. */
const SYNC_EVENTS = ['visibilitychange', 'focus', 'pageshow'] as const;

const listeners = new Set<() => void>();

let cached: { cookie: string | undefined; consent: CurrentConsent } | undefined;

function toConsent(record: ConsentRecord | undefined, hasPrivacySignal: boolean): CurrentConsent {
  const isEffective =
    record &&
    (!hasPrivacySignal || readStoredText('localStorage', OVERRIDE_TIME_KEY) === record.timestamp);
  if (!isEffective) return { choices: REJECT_ALL, chosenAt: undefined, hasPrivacySignal };
  const { analytics, advertising, timestamp } = record;
  return { choices: { analytics, advertising }, chosenAt: timestamp, hasPrivacySignal };
}

/** Sets the attributes about cookie choices that style sheets read. Before the first paint, `boot.ts` sets them. */
function applyConsent({ choices, chosenAt, hasPrivacySignal }: CurrentConsent): void {
  const { dataset } = document.documentElement;
  if (choices.advertising) dataset.advertising = '';
  else delete dataset.advertising;
  if (chosenAt || hasPrivacySignal || !canStoreCookies()) delete dataset.consent;
  else dataset.consent = 'asked';
}
