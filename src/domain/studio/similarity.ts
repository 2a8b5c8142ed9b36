import { z } from 'zod';

/**
 * How near an idea is to another one in meaning, whatever their words. `same`: who has read that one learns nothing new
 * by this one's argument. `near`: they share subject, object or argument, and the reader learns something else. `apart`:
 * they share none of these.
 */
const NEARNESS = ['same', 'near', 'apart'] as const;

/** Characters of what is new at most. */
const LONGEST_NEWS = 160;

/** What an idea says comes nearest to it of all there is. */
export const claimedNearestSchema = z.strictObject({
  /** Of the one that is nearest, in the list the idea was asked with. */
  key: z.string().trim().min(1).max(200),
  /** What a reader of that one would still learn, in a sentence. */
  whatIsNew: z.string().trim().min(1).max(LONGEST_NEWS),
  nearness: z.enum(NEARNESS),
});
export type ClaimedNearest = z.infer<typeof claimedNearestSchema>;

/** The same as it is kept. */
export const nearestSchema = z.object({
  ...claimedNearestSchema.shape,
  /** What the nearest one was called then. */
  title: z.string(),
});
export type Nearest = z.infer<typeof nearestSchema>;

/** Titles of what an idea could be nearest to, by their keys. */
export type ComparedTitles = ReadonlyMap<string, string>;

/** Why an idea is refused for what it says is nearest to it, in a sentence; `undefined` where it may stay. */
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
