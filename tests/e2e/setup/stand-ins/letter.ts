import { findDueLetterWeek as findRealDueLetterWeek } from '#server/readers/letter/letter-week.ts';

export * from '#server/readers/letter/letter-week.ts';

/** Returns the week of a letter that is due, as if it were always the morning of the letters' day. */
export function findDueLetterWeek(_timeZone: string, now: Date): string | undefined {
  const tuesday = new Date(now);
  tuesday.setUTCDate(now.getUTCDate() - ((now.getUTCDay() || 7) - 2));
  tuesday.setUTCHours(8);
  return findRealDueLetterWeek('UTC', tuesday);
}
