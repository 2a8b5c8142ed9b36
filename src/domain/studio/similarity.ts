import { z } from 'zod';

/**
 * Closeness of two ideas in meaning, regardless of their words. `same`: a reader of one learns nothing new
 * from the other's argument. `near`: they share subject, object or argument, but the reader learns something
 * new. `apart`: they share none of these.
 */
const NEARNESS = ['same', 'near', 'apart'] as const;

/** Maximum characters of the new insight. */
const LONGEST_NEWS = 160;

/** The closest existing work, as named with an idea. */
export const claimedNearestSchema = z.strictObject({
  /** Key of the closest work, in the list sent with the request. */
  key: z.string().trim().min(1).max(200),
  /** The new insight for a reader of that work, in a sentence. */
  whatIsNew: z.string().trim().min(1).max(LONGEST_NEWS),
  nearness: z.enum(NEARNESS),
});
export type ClaimedNearest = z.infer<typeof claimedNearestSchema>;

/** The closest existing work, as stored. */
export const nearestSchema = z.object({
  ...claimedNearestSchema.shape,
  /** Title of the closest work at that time. */
  title: z.string(),
});
export type Nearest = z.infer<typeof nearestSchema>;

/** Titles of existing works, by key. */
export type ComparedTitles = ReadonlyMap<string, string>;

/**
 * Explains why an idea is refused as a duplicate of its closest work, in a sentence; `undefined` if it is
 * not.
 */
export function explainDuplicate(
  said: ClaimedNearest | null,
  listed: ComparedTitles,
): string | undefined {
  if (!said) return listed.size ? 'It does not say what is nearest to it in meaning.' : undefined;
  const { key, nearness } = said;
  const title = listed.get(key);
  if (title === undefined)
    return `It names “${key}” as the nearest to it in meaning, and was told of nothing by that name.`;
  if (nearness !== 'same') return undefined;
  return `It calls itself the same as “${title}” (${key}): who has read that learns nothing new by it.`;
}
