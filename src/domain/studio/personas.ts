import { z } from 'zod';
import { authorProfileSchema, PROFILE_LIMITS } from '#domain/author.ts';
import { CATEGORY_IDS } from '#domain/categories.ts';
import { countCharacters, hasAtMostCharacters } from '#domain/characters.ts';
import { stripInvisible } from '#domain/invisible-characters.ts';
import { LEVELS } from '#domain/level.ts';
import { AUTHOR_STATES } from '#domain/statuses/machines.ts';
import { toStorable } from '#domain/storable-text.ts';
import { uuid } from '../ids.ts';

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

/** What an editor may make of a persona: {@link PROFILE_LIMITS}, and the same for what a file leaves open. */
export const PERSONA_LIMITS = {
  ...PROFILE_LIMITS,
  paragraph: 2000,
  promise: 400,
  /** Words a sentence. */
  mean: 60,
  openings: [2, 8],
  endings: [2, 8],
  forbidden: [3, 3],
  /** Of an opening, an ending, or a move it never makes. */
  move: 300,
  evidence: 800,
  sample: 4000,
  /** Characters without which nobody hears a voice in it. */
  leastSample: 200,
} as const;

/** One line: what comes from a browser may have any spaces in it, and what no database holds. */
const tidy = (written: string) =>
  stripInvisible(toStorable(written)).replaceAll(/\s+/g, ' ').trim();

/* What is wrong is said as what follows "It": the screen says it beside the field, the API after the field's name. */

function text(most: number, least = 1) {
  const counted = (words: string) => ({
    error: ({ input }: { input?: unknown }) =>
      `has ${countCharacters(String(input))} characters; ${words}`,
  });
  return z
    .string('must be text')
    .overwrite(tidy)
    .min(1, { error: 'is missing', abort: true })
    .min(least, counted(`${least} are the fewest`))
    .check(({ value, issues }) => {
      if (hasAtMostCharacters(most)(value)) return;
      const message = `has ${countCharacters(value)} characters; ${most} are the most`;
      issues.push({ code: 'too_big', origin: 'string', maximum: most, input: value, message });
    });
}

function list<Item extends z.ZodType>(item: Item, [fewest, most]: readonly [number, number]) {
  return z.array(item).min(fewest, `needs ${fewest} at least`).max(most, `has more than ${most}`);
}

function bandBetween(least: number, most: number, error: string) {
  const end = z.number('must be a number').min(least, error).max(most, error);
  return z.tuple([end, end]).refine(([from, to]) => from < to, 'needs the smaller number first');
}

const LIMITS = PERSONA_LIMITS;

/** All that is said of a persona and can be said otherwise: its name and its shelf cannot. */
export const personaWordsSchema = z.strictObject({
  tagline: text(LIMITS.tagline),
  mission: text(LIMITS.mission),
  about: list(text(LIMITS.paragraph), LIMITS.about),
  perspective: text(LIMITS.perspective),
  subjects: list(text(LIMITS.subject), LIMITS.subjects),
  targetAudience: z.strictObject({
    level: z.enum(LEVELS),
    description: text(LIMITS.audience),
  }),
  influencedBy: list(
    z.strictObject({ name: text(LIMITS.influenceName), influence: text(LIMITS.influence) }),
    LIMITS.influences,
  ),
  /** Null: it stays as it is, which may be that there is none. */
  voice: z
    .strictObject({
      promise: text(LIMITS.promise),
      sentences: z.strictObject({
        mean: bandBetween(1, LIMITS.mean, `must be between 1 and ${LIMITS.mean} words`),
        short: bandBetween(0, 1, 'must be a share between none and all'),
      }),
      openings: list(text(LIMITS.move), LIMITS.openings),
      endings: list(text(LIMITS.move), LIMITS.endings),
      evidence: text(LIMITS.evidence),
      forbidden: list(text(LIMITS.move), LIMITS.forbidden),
      sample: text(LIMITS.sample, LIMITS.leastSample),
    })
    .nullable(),
});
export type PersonaWords = z.infer<typeof personaWordsSchema>;

/** Stores what an editor wrote over the version they read. */
export const personaEditSchema = z.strictObject({
  base: z.string().max(64),
  words: personaWordsSchema,
});
export type PersonaEdit = z.infer<typeof personaEditSchema>;

const AUTHOR_STATUSES = Object.keys(AUTHOR_STATES.states) as [keyof typeof AUTHOR_STATES.states];
export const authorStatusSchema = z.enum(AUTHOR_STATUSES);

/** An author as the studio lists one. */
export const studioAuthorSchema = z.object({
  id: uuid(),
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
  /** Of what can be edited; sent along with each edit, so that nobody writes over what they have not seen. */
  version: z.string(),
  /** Who edited it last, and when; null: nobody has. */
  edited: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** What an editor should know of what the library has, in sentences. */
  libraryNotes: z.array(z.string()),
});
export type StudioAuthorProfile = z.infer<typeof studioAuthorProfileSchema>;

/** What becomes of what an author has published who is retired. */
export const retirementSchema = z.strictObject({
  articles: z.enum(['keep', 'archive']),
});
