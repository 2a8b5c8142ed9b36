import { z } from 'zod';
import { WEEKLY_LETTER_STATUSES } from './letter.ts';

/** Maximum length of a time zone's name. The longest name in use has 30 characters. */
const MAX_TIME_ZONE_LENGTH = 64;

/** Schema for a time zone, such as `Europe/Berlin`. It converts the name to its canonical spelling. */
const timeZoneSchema = z
  .string({ error: 'must be text' })
  .max(MAX_TIME_ZONE_LENGTH, `must be at most ${MAX_TIME_ZONE_LENGTH} characters`)
  .transform((name, context) => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
    } catch {
      context.addIssue({ code: 'custom', message: 'is not a time zone' });
      return z.NEVER;
    }
  });

/** Schema for a request to receive the weekly letter (an email with new articles). */
export const weeklyLetterRequestSchema = z.strictObject({ timeZone: timeZoneSchema });

/** Schema for a reader's setting for the weekly letter (an email with new articles). */
export const weeklyLetterSettingSchema = z.object({
  status: z.enum(WEEKLY_LETTER_STATUSES),
  timeZone: z.string().nullable(),
});
