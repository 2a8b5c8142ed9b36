import { z } from 'zod';
import { authorProfileSchema } from '#domain/author.ts';
import { CATEGORY_IDS } from '#domain/categories.ts';
import { AUTHOR_STATES } from '#domain/statuses/machines.ts';

const band = z
  .tuple([z.number(), z.number()])
  .refine(([least, most]) => least < most, 'a band is [least, most]');

/** How one persona sounds (`content/README.md`, "Voice sheets"). */
export const voiceSchema = z.strictObject({
  /** What a reader gets in every article, and follows for. */
  promise: z.string().min(1),
  sentences: z.strictObject({
    /** Words a sentence, over all of the author's articles. */
    mean: band,
    /** Share of sentences of five words or fewer. */
    short: band,
  }),
  openings: z.array(z.string()).min(2),
  endings: z.array(z.string()).min(2),
  evidence: z.string().min(1),
  /** Moves it never makes. */
  forbidden: z.array(z.string()).length(3),
  sample: z.string().min(200),
});
export type Voice = z.infer<typeof voiceSchema>;

/** A persona as it is proposed. */
export const personaSchema = authorProfileSchema.omit({ id: true }).extend({ voice: voiceSchema });
export type Persona = z.infer<typeof personaSchema>;

const AUTHOR_STATUSES = Object.keys(AUTHOR_STATES.states) as [keyof typeof AUTHOR_STATES.states];
export const authorStatusSchema = z.enum(AUTHOR_STATUSES);

/** An author as the studio lists one. */
export const studioAuthorSchema = z.object({
  id: z.uuid(),
  alias: z.string(),
  status: authorStatusSchema,
  tagline: z.string(),
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string(),
  level: z.string(),
  publishedArticleCount: z.int(),
  /** Whether it comes from the files of the library. */
  isOfLibrary: z.boolean(),
  /** Whether an editor has decided about it since, so that no import changes it. */
  isHeld: z.boolean(),
  /** Key of the drawn portrait. */
  portrait: z.string(),
  createdAt: z.iso.datetime(),
});
export type StudioAuthor = z.infer<typeof studioAuthorSchema>;

export const studioAuthorProfileSchema = z.object({
  author: studioAuthorSchema,
  profile: authorProfileSchema.omit({ id: true }).extend({ alias: z.string() }),
  /** Null where nobody has written how it sounds. */
  voice: voiceSchema.nullable(),
});

/** What becomes of what an author has published who is retired. */
export const retirementSchema = z.strictObject({
  articles: z.enum(['keep', 'archive']),
});
