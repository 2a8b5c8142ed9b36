/**
 * A visitor's cookie choices (spec 3, "Cookie consent record"). They are stored only in a browser cookie,
 * which the boot script reads before the first paint.
 */

/** Purposes of optional cookies, in the order of the consent dialog. */
export const COOKIE_PURPOSES = ['analytics', 'advertising'] as const;
export type CookiePurpose = (typeof COOKIE_PURPOSES)[number];

/** Choices about optional cookies: true for each purpose that the visitor has consented to. */
export type ConsentChoices = Readonly<Record<CookiePurpose, boolean>>;

export interface ConsentRecord extends ConsentChoices {
  necessary: true;
  /** Time of the visitor's choice, ISO 8601. */
  timestamp: string;
  version: string;
}

export const ALL_ACCEPTED_CHOICES: ConsentChoices = { analytics: true, advertising: true };
export const ALL_REJECTED_CHOICES: ConsentChoices = { analytics: false, advertising: false };

export const CONSENT_COOKIE_NAME = 'cookie_consent';

/** Version of the consent dialog. Visitors who made their choice in a different version are asked again. */
export const CONSENT_VERSION = '1.0';

/** Number of seconds after which a visitor's consent choice expires: one year (spec 9). */
export const CONSENT_LIFETIME_SECONDS = 31_536_000;

export function createConsentRecord(
  { analytics, advertising }: ConsentChoices,
  now = new Date(),
): ConsentRecord {
  const timestamp = now.toISOString();
  return { necessary: true, analytics, advertising, timestamp, version: CONSENT_VERSION };
}

/**
 * Parses the value of the consent cookie. Returns `undefined` if the value is invalid or belongs to a different version
 * of the consent dialog.
 */
export function parseConsentCookie(value: string | undefined): ConsentRecord | undefined {
  try {
    const record = JSON.parse(decodeURIComponent(value ?? '')) as Partial<ConsentRecord> | null;
    return isConsent(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Formats a visitor's choices as the value of the consent cookie. */
export function formatConsentCookie(record: ConsentRecord): string {
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
