import { z } from 'zod';
import { CATEGORIES } from '#domain/categories.ts';
import { LEVELS } from '#domain/level.ts';
import { IDEA_ENDINGS, IDEA_PROTAGONISTS, IDEA_REGIONS } from '#domain/studio/ideas.ts';
import { ideaPointsSchema } from '#domain/studio/points.ts';

const FIELD_IDS = new Set(
  CATEGORIES.flatMap(({ id, subcategories }) => subcategories.map((sub) => `${id}.${sub.id}`)),
);

const ideaSchema = z.strictObject({
  /** The article that is written from this idea, as `alias/slug`. */
  article: z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, 'an idea names its article as alias/slug'),
  title: z.string().min(1).max(90),
  field: z
    .string()
    .refine((field) => FIELD_IDS.has(field), 'there is no such category.subcategory'),
  level: z.enum(LEVELS),
  subject: z.string().min(1),
  /** The article's thesis, in one sentence. */
  thesis: z.string().min(1),
  /** A fact in the article that most readers would not guess. */
  surprise: z.string().min(1),
  /** The physical object at the center of the article, which could be photographed. */
  object: z.string().min(1),
  /** The statements that the article's key points prove, in order. */
  points: ideaPointsSchema,
  region: z.enum(IDEA_REGIONS),
  /** The century of the main events. Centuries BC are negative: −3 is the third century BC. */
  century: z.int(),
  /** The article's protagonist: a woman, a man, several people, or nobody. */
  protagonist: z.enum(IDEA_PROTAGONISTS),
  ending: z.enum(IDEA_ENDINGS),
});
export type Idea = z.infer<typeof ideaSchema>;

export const ideasSchema = z.array(ideaSchema);

/**
 * A limit on the share of the library's ideas that have a certain property. `min` and `max` are numbers from 0 to 1.
 */
interface Quota {
  name: string;
  has: (idea: Idea) => boolean;
  min?: number;
  max?: number;
}

const WEST = new Set(['europe', 'north-america']);

const QUOTAS: readonly Quota[] = [
  { name: 'outside Europe and North America', has: ({ region }) => !WEST.has(region), min: 0.6 },
  { name: 'since 2000', has: ({ century }) => century === 21, min: 0.3 },
  { name: 'before 1900', has: ({ century }) => century < 20, min: 0.2 },
  { name: 'a woman’s story', has: ({ protagonist }) => protagonist === 'woman', min: 0.25 },
  { name: 'a man’s story', has: ({ protagonist }) => protagonist === 'man', max: 0.4 },
  { name: 'for beginners', has: ({ level }) => level === 'beginner', min: 0.25 },
  { name: 'advanced', has: ({ level }) => level === 'advanced', min: 0.15 },
  { name: 'ending where it began', has: ({ ending }) => ending === 'circle', max: 0.25 },
];

/** A quota for a property of ideas, and the share of ideas that have this property. */
export interface IdeaPropertyQuotaResult extends Quota {
  share: number;
  isMet: boolean;
}

/**
 * Compares the share of ideas that have each property, such as a female protagonist, with the quota for that property.
 */
export function compareIdeaPropertySharesWithQuotas(
  ideas: readonly Idea[],
): IdeaPropertyQuotaResult[] {
  return QUOTAS.map((quota) => {
    const share = ideas.filter(quota.has).length / (ideas.length || 1);
    const isMet = share >= (quota.min ?? 0) && share <= (quota.max ?? 1);
    return { ...quota, share, isMet };
  });
}

/**
 * Minimum share of words, from 0 to 1, that two ideas must have in common to be reported as similar. It is relative to
 * the idea with fewer words.
 */
const SIMILARITY_THRESHOLD = 0.34;
const STOP_WORDS = new Set(
  'a an and are as at be been by can did for from had has have how in into is it its made more most not of on one or out over so that the their them then there they this to two was were what when which who whose why with'.split(
    ' ',
  ),
);

/** Returns pairs of ideas that may be duplicates, because they share many words other than stop words. */
export function listSimilarIdeaPairs(ideas: readonly Idea[]): [Idea, Idea][] {
  const wordSets = ideas.map(({ subject, thesis, object }) => {
    const words = `${subject} ${thesis} ${object}`.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
    return new Set(words.filter((word) => !STOP_WORDS.has(word)));
  });
  return ideas.flatMap((idea, index) =>
    ideas.slice(index + 1).flatMap((other, offset): [Idea, Idea][] => {
      const [ideaWords, otherWords] = [wordSets[index]!, wordSets[index + 1 + offset]!];
      const shared = [...ideaWords].filter((word) => otherWords.has(word)).length;
      return shared / Math.min(ideaWords.size, otherWords.size) >= SIMILARITY_THRESHOLD
        ? [[idea, other]]
        : [];
    }),
  );
}
