import { z } from 'zod';

/**
 * Closeness of two ideas in meaning, regardless of their wording. `same`: a reader of one idea learns nothing new from
 * the argument of the other. `near`: the ideas share a subject, an object or an argument, but the reader learns
 * something new. `apart`: the ideas share none of these.
 */
const NEARNESS = ['same', 'near', 'apart'] as const;

/** Maximum length of `whatIsNew`, in characters. */
const MAX_NEW_INSIGHT_LENGTH = 160;

/** The existing work closest to an idea, as named by the AI together with the idea. */
export const claimedNearestWorkSchema = z.strictObject({
  /** Key of the closest work in the list that was sent with the request. */
  key: z.string().trim().min(1).max(200),
  /** Insight that the idea offers to someone who has read the closest work, in a sentence. */
  whatIsNew: z.string().trim().min(1).max(MAX_NEW_INSIGHT_LENGTH),
  nearness: z.enum(NEARNESS),
});
export type ClaimedNearestWork = z.infer<typeof claimedNearestWorkSchema>;

/** The existing work closest to an idea, as stored with the idea. */
export const nearestWorkSchema = z.object({
  ...claimedNearestWorkSchema.shape,
  /** Title of the closest work at the time when the idea was proposed. */
  title: z.string(),
});
export type NearestWork = z.infer<typeof nearestWorkSchema>;

/** Titles of the existing works that an idea is compared with, by key. */
export type ComparedWorkTitles = ReadonlyMap<string, string>;

/**
 * Explains why an idea is refused as a duplicate of its closest work, in a sentence. Returns `undefined` if
 * the idea is accepted.
 */
export function explainDuplicate(
  nearest: ClaimedNearestWork | null,
  titles: ComparedWorkTitles,
): string | undefined {
  if (!nearest)
    return titles.size ? 'It does not say what is nearest to it in meaning.' : undefined;
  const { key, nearness } = nearest;
  const title = titles.get(key);
  if (title === undefined)
    return `It names “${key}” as the nearest to it in meaning, and was told of nothing by that name.`;
  if (nearness !== 'same') return undefined;
  return `It calls itself the same as “${title}” (${key}): who has read that learns nothing new by it.`;
}
