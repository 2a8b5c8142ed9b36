import { z } from 'zod';
import { KEY_POINTS } from '#domain/article.ts';

/** How a point may follow from the one before it. What only `and` joins to it is another story. */
export const POINT_LINKS = ['because', 'so', 'but', 'and'] as const;
export type PointLink = (typeof POINT_LINKS)[number];

/** Characters of one at most. */
export const MAX_POINT_LENGTH = 160;

const sentence = z.string().trim().min(1).max(MAX_POINT_LENGTH);

/** What a key point establishes: a sentence, from the second on under the word that links it to the one before. */
const pointSchema = z.union(
  [
    sentence,
    z.strictObject({ because: sentence }),
    z.strictObject({ so: sentence }),
    z.strictObject({ but: sentence }),
    z.strictObject({ and: sentence }),
  ],
  {
    error: `a point is a sentence of at most ${MAX_POINT_LENGTH} characters, from the second on under because, so, but or and`,
  },
);
export type Point = z.infer<typeof pointSchema>;

/** The points of an idea, in order. Some may be linked by `and`, which {@link explainSeparateStories} refuses. */
export const pointsSchema = z
  .array(pointSchema)
  .length(KEY_POINTS, { error: `an idea has ${KEY_POINTS} points` })
  .superRefine(startOnce);

/** Points of which each follows from the one before. */
export const argumentSchema = pointsSchema.refine((points) => !explainSeparateStories(points), {
  error: ({ input }) => explainSeparateStories(input as Point[]),
});

export function getPointLink(point: Point): PointLink | undefined {
  return typeof point === 'string' ? undefined : (Object.keys(point)[0] as PointLink);
}

export function getPointSentence(point: Point): string {
  return typeof point === 'string' ? point : Object.values(point)[0]!;
}

/** Why points are stories of their own, in a sentence without its full stop; `undefined` where they are an argument. */
export function explainSeparateStories(points: readonly Point[]): string | undefined {
  const apart = points.flatMap((point, at) =>
    getPointLink(point) === 'and' ? [ORDINALS[at]!] : [],
  );
  if (!apart.length) return undefined;
  const [which, before] =
    apart.length > 1 ? ['each', 'the one before'] : [`the ${apart[0]}`, `the one before it`];
  return `Its points are separate stories: ${which} is joined to ${before} by no more than “and”`;
}

/** For people. */
export const ORDINALS: readonly string[] = ['first', 'second', 'third'];

/** The first point follows from nothing, and each of the others from the one before. */
function startOnce(
  points: readonly Point[],
  { addIssue }: z.core.$RefinementCtx<readonly Point[]>,
): void {
  for (const [at, point] of points.entries()) {
    const link = getPointLink(point);
    if (at === 0 && link)
      addIssue({
        code: 'custom',
        path: [at],
        message: 'the first point is a sentence alone: it follows from none',
      });
    if (at > 0 && !link)
      addIssue({
        code: 'custom',
        path: [at],
        message: 'it says how it follows from the one before: because, so, but or and',
      });
  }
}
