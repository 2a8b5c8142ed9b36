/**
 * A visitor's choice about cookies (spec 3, "Cookie consent record"). Only the browser stores it. The boot
 * script reads the same cookie and version before the first paint.
 */

/** Purposes of optional cookies, in the order of the consent dialog. */
export const COOKIE_PURPOSES = ['analytics', 'advertising'] as const;
export type CookiePurpose = (typeof COOKIE_PURPOSES)[number];

/** Consent for each purpose. */
export type ConsentChoices = Readonly<Record<CookiePurpose, boolean>>;

export interface ConsentRecord extends ConsentChoices {
  necessary: true;
  /** Time of the choice, ISO 8601. */
  timestamp: string;
  version: string;
}

export const ACCEPT_ALL: ConsentChoices = { analytics: true, advertising: true };
export const REJECT_ALL: ConsentChoices = { analytics: false, advertising: false };

export const CONSENT_COOKIE = 'cookie_consent';

/** Version of the question. Answers to another version are asked again. */
export const CONSENT_VERSION = '1.0';

/** Seconds until a choice expires: a year (spec 9). */
export const CONSENT_LIFETIME = 31_536_000;

export function newConsent(
  { analytics, advertising }: ConsentChoices,
  now = new Date(),
): ConsentRecord {
  const timestamp = now.toISOString();
  return { necessary: true, analytics, advertising, timestamp, version: CONSENT_VERSION };
}

/** Parses the cookie's value. Returns `undefined` if it is invalid or has another version. */
export function parseConsent(value: string | undefined): ConsentRecord | undefined {
  try {
    const record = JSON.parse(decodeURIComponent(value ?? '')) as Partial<ConsentRecord> | null;
    return isConsent(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the cookie's value for a record. */
export function formatConsent(record: ConsentRecord): string {
  return encodeURIComponent(JSON.stringify(record));
}

function isConsent(record: Partial<ConsentRecord> | null): record is ConsentRecord {
  return (
    record?.version === CONSENT_VERSION &&
    record.necessary === true &&
    COOKIE_PURPOSES.every((purpose) => typeof record[purpose] === 'boolean') &&
    !Number.isNaN(Date.parse(String(record.timestamp)))
  );
}
