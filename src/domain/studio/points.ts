import { z } from 'zod';
import { KEY_POINT_COUNT } from '#domain/article.ts';

/**
 * Words that link a key point of an idea to the previous key point. A key point that is linked only by `and` counts as
 * a separate story, because it does not follow from the previous key point.
 */
export const POINT_LINK_WORDS = ['because', 'so', 'but', 'and'] as const;
export type PointLinkWord = (typeof POINT_LINK_WORDS)[number];

/** Maximum length of a key point's statement, in characters. */
export const MAX_IDEA_POINT_LENGTH = 160;

const sentenceSchema = z.string().trim().min(1).max(MAX_IDEA_POINT_LENGTH);

/**
 * Schema for a key point's statement. The first point is a sentence. Each later point is an object with one
 * property: its name is the word that links the point to the previous one, and its value is the sentence.
 */
const pointSchema = z.union(
  [
    sentenceSchema,
    z.strictObject({ because: sentenceSchema }),
    z.strictObject({ so: sentenceSchema }),
    z.strictObject({ but: sentenceSchema }),
    z.strictObject({ and: sentenceSchema }),
  ],
  {
    error: `a point is a sentence of at most ${MAX_IDEA_POINT_LENGTH} characters, from the second on under because, so, but or and`,
  },
);
export type IdeaPoint = z.infer<typeof pointSchema>;

/**
 * The key points of an idea, in order. This schema also accepts key points that are only linked by "and".
 * {@link explainIncoherentPoints} reports such key points.
 */
export const ideaPointsSchema = z
  .array(pointSchema)
  .length(KEY_POINT_COUNT, { error: `an idea has ${KEY_POINT_COUNT} points` })
  .superRefine(checkLinkWords);

/** Schema for the key points of an idea that form an argument: each key point follows from the previous one. */
export const coherentIdeaPointsSchema = ideaPointsSchema.refine(
  (points) => !explainIncoherentPoints(points),
  {
    error: ({ input }) => explainIncoherentPoints(input as IdeaPoint[]),
  },
);

export function getPointLinkWord(point: IdeaPoint): PointLinkWord | undefined {
  return typeof point === 'string' ? undefined : (Object.keys(point)[0] as PointLinkWord);
}

export function getPointSentence(point: IdeaPoint): string {
  return typeof point === 'string' ? point : Object.values(point)[0]!;
}

/**
 * Explains why an idea's key points are separate stories instead of one argument. The result is a sentence without a
 * period. Returns `undefined` if they form an argument.
 */
export function explainIncoherentPoints(points: readonly IdeaPoint[]): string | undefined {
  const ordinals = points.flatMap((point, at) =>
    getPointLinkWord(point) === 'and' ? [KEY_POINT_ORDINALS[at]!] : [],
  );
  if (!ordinals.length) return undefined;
  const [subject, predecessor] =
    ordinals.length > 1 ? ['each', 'the one before'] : [`the ${ordinals[0]}`, `the one before it`];
  return `Its points are separate stories: ${subject} is joined to ${predecessor} by no more than “and”`;
}

/** Ordinal numbers of the key points as words, for messages. */
export const KEY_POINT_ORDINALS: readonly string[] = ['first', 'second', 'third'];

/** Reports an issue if the first key point has a link word, or if a later key point has none. */
function checkLinkWords(
  points: readonly IdeaPoint[],
  { addIssue }: z.core.$RefinementCtx<readonly IdeaPoint[]>,
): void {
  for (const [index, point] of points.entries()) {
    const link = getPointLinkWord(point);
    if (index === 0 && link)
      addIssue({
        code: 'custom',
        path: [index],
        message: 'the first point is a sentence alone: it follows from none',
      });
    if (index > 0 && !link)
      addIssue({
        code: 'custom',
        path: [index],
        message: 'it says how it follows from the one before: because, so, but or and',
      });
  }
}
