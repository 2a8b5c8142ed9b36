import { findDueLetterWeek as findRealDueLetterWeek } from '#server/readers/letter/letter-week.ts';

export * from '#server/readers/letter/letter-week.ts';

/** Returns the week whose letter is due, as if it were always Tuesday morning, when the weekly letter is sent. */
export function findDueLetterWeek(_timeZone: string, now: Date): string | undefined {
  const tuesday = new Date(now);
  tuesday.setUTCDate(now.getUTCDate() - ((now.getUTCDay() || 7) - 2));
  tuesday.setUTCHours(8);
  return findRealDueLetterWeek('UTC', tuesday);
}
