import { z } from 'zod';

/**
 * Degrees to which two ideas can be close in meaning, regardless of their wording. `same`: readers of one idea learn
 * nothing new from the argument of the other. `near`: the ideas share a subject, an object or an argument, but readers
 * learn something new. `apart`: the ideas share none of these.
 */
const NEARNESS = ['same', 'near', 'apart'] as const;

/** Maximum length of `whatIsNew`, in characters. */
const MAX_NEW_INSIGHT_LENGTH = 160;

/**
 * The existing work (an idea or article) that is closest to a new idea in meaning, as named by the AI when it proposed
 * the idea.
 */
export const aiNamedNearestWorkSchema = z.strictObject({
  /** Key of the closest existing work. The AI chose it from the list of works that was sent with the request. */
  key: z.string().trim().min(1).max(200),
  /** One sentence that says what the idea offers to readers who already know the closest existing work. */
  whatIsNew: z.string().trim().min(1).max(MAX_NEW_INSIGHT_LENGTH),
  nearness: z.enum(NEARNESS),
});
export type AiNamedNearestWork = z.infer<typeof aiNamedNearestWorkSchema>;

/**
 * The existing work (an idea or article) that is closest to an idea in meaning, as stored in the database with the
 * idea.
 */
export const nearestWorkSchema = z.object({
  ...aiNamedNearestWorkSchema.shape,
  /** Title that the closest work had when the idea was proposed. */
  title: z.string(),
});
export type NearestWork = z.infer<typeof nearestWorkSchema>;

/** Titles of the existing works (ideas and articles) that a new idea is compared with, by key. */
export type ComparedWorkTitles = ReadonlyMap<string, string>;

/**
 * Explains, in one sentence, why an idea is rejected: it duplicates an existing work, or the AI did not name one of the
 * works in `titles` as the closest. Returns `undefined` if the idea is accepted.
 */
export function explainDuplicate(
  nearest: AiNamedNearestWork | null,
  titles: ComparedWorkTitles,
): string | undefined {
  if (!nearest) return titles.size ? 'It does not name the closest work in meaning.' : undefined;
  const { key, nearness } = nearest;
  const title = titles.get(key);
  if (title === undefined)
    return `It names “${key}” as the closest in meaning, but no work with this key exists.`;
  if (nearness !== 'same') return undefined;
  return `By its own account, it is the same as “${title}” (${key}), so its readers would learn nothing new.`;
}
