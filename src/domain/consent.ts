/**
 * What somebody has said about cookies (spec 3, "Cookie consent record"). The browser keeps it, and nobody else does.
 * `boot.ts` looks for the same cookie and version before the first paint.
 */

/** What cookies may be set for, beside what is necessary, in the order people are asked. */
export const COOKIE_PURPOSES = ['analytics', 'advertising'] as const;
export type CookiePurpose = (typeof COOKIE_PURPOSES)[number];

/** Which of them somebody agrees to. */
export type ConsentChoices = Readonly<Record<CookiePurpose, boolean>>;

export interface ConsentRecord extends ConsentChoices {
  necessary: true;
  /** When it was chosen, ISO 8601. */
  timestamp: string;
  version: string;
}

export const ACCEPT_ALL: ConsentChoices = { analytics: true, advertising: true };
export const REJECT_ALL: ConsentChoices = { analytics: false, advertising: false };

export const CONSENT_COOKIE = 'cookie_consent';

/** Of what is asked. Who answered another version is asked again. */
export const CONSENT_VERSION = '1.0';

/** Seconds for which an answer counts: a year (spec 9). */
export const CONSENT_LIFETIME = 31_536_000;

export function newConsent(
  { analytics, advertising }: ConsentChoices,
  now = new Date(),
): ConsentRecord {
  const timestamp = now.toISOString();
  return { necessary: true, analytics, advertising, timestamp, version: CONSENT_VERSION };
}

/** The record in the value of the cookie; `undefined` where it is none, or of another version. */
export function parseConsent(value: string | undefined): ConsentRecord | undefined {
  try {
    const record = JSON.parse(decodeURIComponent(value ?? '')) as Partial<ConsentRecord> | null;
    return isConsent(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The value of the cookie that holds a record. */
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
