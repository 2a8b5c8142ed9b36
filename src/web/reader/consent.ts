import {
  CONSENT_COOKIE,
  CONSENT_LIFETIME,
  type ConsentChoices,
  type ConsentRecord,
  formatConsent,
  newConsent,
  parseConsent,
  REJECT_ALL,
} from '#domain/consent.ts';
import { readStoredText, writeStoredText } from '#ui/lib/storage.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';
import { canStoreCookies } from '#web/lib/cookies.ts';

/** What holds in this browser. */
export interface Consent {
  choices: ConsentChoices;
  /** When that was chosen, ISO 8601; `undefined` where nobody has chosen. */
  chosenAt: string | undefined;
  /**
   * Whether the browser itself says no (Global Privacy Control). Do Not Track answers nothing here: whoever sends it is
   * asked, nothing is agreed to until then, and a yes given to the question outweighs it (docs/decisions/0031).
   */
  isSignalled: boolean;
}

/**
 * What somebody has agreed to; `undefined` until the page has been taken over. Until they have chosen it is a no to all.
 */
export function useConsent(): Consent | undefined {
  return useBrowserValue(watchConsent, currentConsent);
}

/** The same, read from the cookie at each call. */
export function currentConsent(): Consent {
  const cookie = new RegExp(`(?:^|;\\s*)${CONSENT_COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
  const isSignalled = Boolean(navigator.globalPrivacyControl);
  if (!known || known.cookie !== cookie || known.consent.isSignalled !== isSignalled)
    known = { cookie, consent: consentOf(parseConsent(cookie), isSignalled) };
  return known.consent;
}

/**
 * Saves the choices for a year and hides the banner. Returns whether they are in force: a browser may store no cookies.
 */
export function saveConsent(choices: ConsentChoices): boolean {
  const record = newConsent(choices);
  const isSecure = location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari 15 and on plain http
  document.cookie = `${CONSENT_COOKIE}=${formatConsent(record)}; path=/; max-age=${CONSENT_LIFETIME}; samesite=lax${isSecure ? '; secure' : ''}`;
  if (navigator.globalPrivacyControl)
    writeStoredText('localStorage', CHOSEN_OVER_SIGNAL, record.timestamp);
  known = undefined;
  syncConsent();
  return currentConsent().chosenAt === record.timestamp;
}

/** Calls `onChange` when something else is chosen, in this tab or another. Returns how to stop. */
export function watchConsent(onChange: () => void): () => void {
  if (!watchers.size) for (const sign of SYNC_EVENTS) addEventListener(sign, syncConsent);
  watchers.add(onChange);
  return () => {
    watchers.delete(onChange);
    if (!watchers.size) for (const sign of SYNC_EVENTS) removeEventListener(sign, syncConsent);
  };
}

/** Brings the page in step with the cookie. */
export function syncConsent(): void {
  applyConsent(currentConsent());
  for (const onChange of watchers) onChange();
}

/**
 * Names the record that was chosen in spite of the browser's signal, by its time. One that was chosen before the signal
 * was switched on does not outweigh it.
 */
const CHOSEN_OVER_SIGNAL = 'consent-over-signal';

/** When another tab, or the way back, may have changed what is chosen. */
const SYNC_EVENTS = ['visibilitychange', 'focus', 'pageshow'] as const;

const watchers = new Set<() => void>();

let known: { cookie: string | undefined; consent: Consent } | undefined;

function consentOf(record: ConsentRecord | undefined, isSignalled: boolean): Consent {
  const counts =
    record &&
    (!isSignalled || readStoredText('localStorage', CHOSEN_OVER_SIGNAL) === record.timestamp);
  if (!counts) return { choices: REJECT_ALL, chosenAt: undefined, isSignalled };
  const { analytics, advertising, timestamp } = record;
  return { choices: { analytics, advertising }, chosenAt: timestamp, isSignalled };
}

/** Sets the attributes that style sheets read. `boot.ts` sets them before the first paint. */
function applyConsent({ choices, chosenAt, isSignalled }: Consent): void {
  const { dataset } = document.documentElement;
  if (choices.advertising) dataset.advertising = '';
  else delete dataset.advertising;
  if (chosenAt || isSignalled || !canStoreCookies()) delete dataset.consent;
  else dataset.consent = 'asked';
}
