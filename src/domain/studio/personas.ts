import { z } from 'zod';
import { AUTHOR_PROFILE_LIMITS, authorProfileSchema } from '#domain/author.ts';
import { CATEGORY_IDS } from '#domain/categories.ts';
import { countCharacters, createMaxCharactersPredicate } from '#domain/characters.ts';
import { stripInvisibleCharacters } from '#domain/invisible-characters.ts';
import { LEVELS } from '#domain/level.ts';
import { AUTHOR_STATE_MACHINE } from '#domain/statuses/author-states.ts';
import { toStorableJson } from '#domain/storable-json.ts';
import { createUuidSchema } from '../ids.ts';

const rangeSchema = z
  .tuple([z.number(), z.number()])
  .refine(([min, max]) => min < max, 'a band is [min, max]');

/** The writing voice of a persona: a description of how the persona writes (`content/README.md`, "Voice sheets"). */
export const writingVoiceSchema = z.strictObject({
  /** The promise that every article by the persona makes to its readers. */
  promise: z.string().min(1),
  sentences: z.strictObject({
    /** Allowed range of the average number of words per sentence, across all of the author's articles. */
    mean: rangeSchema,
    /** Allowed range of the proportion of sentences with at most five words. */
    short: rangeSchema,
  }),
  openings: z.array(z.string()).min(2),
  endings: z.array(z.string()).min(2),
  evidence: z.string().min(1),
  /** Three things that the persona never does in an article, such as giving readers financial advice. */
  forbidden: z.array(z.string()).length(3),
  sample: z.string().min(200),
});
export type WritingVoice = z.infer<typeof writingVoiceSchema>;

/** A persona that the AI proposes, with a profile and a writing voice. */
export const proposedPersonaSchema = authorProfileSchema
  .omit({ id: true })
  .extend({ voice: writingVoiceSchema });
export type ProposedPersona = z.infer<typeof proposedPersonaSchema>;

/**
 * Limits for editing a persona: {@link AUTHOR_PROFILE_LIMITS}, and limits for texts that have no maximum length in the
 * library's files.
 */
export const PERSONA_LIMITS = {
  ...AUTHOR_PROFILE_LIMITS,
  paragraph: 2000,
  promise: 400,
  /** Highest value that an editor can enter for the average number of words per sentence. */
  mean: 60,
  openings: [2, 8],
  endings: [2, 8],
  forbidden: [3, 3],
  /** Maximum length of an entry in `openings`, `endings` or `forbidden`, in characters. */
  move: 300,
  evidence: 800,
  sample: 4000,
  /** Minimum length of a writing sample, in characters. Shorter samples do not show the persona's writing voice. */
  minSample: 200,
} as const;

/** Converts text from a form to one line: normalizes whitespace, and removes invisible characters and NUL. */
const normalizeText = (text: string) =>
  stripInvisibleCharacters(toStorableJson(text)).replaceAll(/\s+/g, ' ').trim();

/*
 * The error messages of these schemas have no subject, because it is added later: "It" on the screen, and the name of
 * the field in the API.
 */

function textSchema(max: number, min = 1) {
  const createCountError = (words: string) => ({
    error: ({ input }: { input?: unknown }) =>
      `has ${countCharacters(String(input))} characters; ${words}`,
  });
  return z
    .string('must be text')
    .overwrite(normalizeText)
    .min(1, { error: 'is missing', abort: true })
    .min(min, createCountError(`${min} are the fewest`))
    .check(({ value, issues }) => {
      if (createMaxCharactersPredicate(max)(value)) return;
      const message = `has ${countCharacters(value)} characters; ${max} are the most`;
      issues.push({ code: 'too_big', origin: 'string', maximum: max, input: value, message });
    });
}

function listSchema<Item extends z.ZodType>(item: Item, [min, max]: readonly [number, number]) {
  return z.array(item).min(min, `needs ${min} at least`).max(max, `has more than ${max}`);
}

function boundedRangeSchema(min: number, max: number, error: string) {
  const limit = z.number('must be a number').min(min, error).max(max, error);
  return z
    .tuple([limit, limit])
    .refine(([from, to]) => from < to, 'needs the smaller number first');
}

const LIMITS = PERSONA_LIMITS;

/** A persona's editable texts. The alias and category of a persona cannot change. */
export const personaTextsSchema = z.strictObject({
  tagline: textSchema(LIMITS.tagline),
  mission: textSchema(LIMITS.mission),
  about: listSchema(textSchema(LIMITS.paragraph), LIMITS.about),
  perspective: textSchema(LIMITS.perspective),
  subjects: listSchema(textSchema(LIMITS.subject), LIMITS.subjects),
  targetAudience: z.strictObject({
    level: z.enum(LEVELS),
    description: textSchema(LIMITS.audience),
  }),
  influencedBy: listSchema(
    z.strictObject({
      name: textSchema(LIMITS.influenceName),
      influence: textSchema(LIMITS.influence),
    }),
    LIMITS.influences,
  ),
  /** The persona's writing voice; null leaves the current voice, if any, unchanged. */
  voice: z
    .strictObject({
      promise: textSchema(LIMITS.promise),
      sentences: z.strictObject({
        mean: boundedRangeSchema(1, LIMITS.mean, `must be between 1 and ${LIMITS.mean} words`),
        short: boundedRangeSchema(0, 1, 'must be a share between none and all'),
      }),
      openings: listSchema(textSchema(LIMITS.move), LIMITS.openings),
      endings: listSchema(textSchema(LIMITS.move), LIMITS.endings),
      evidence: textSchema(LIMITS.evidence),
      forbidden: listSchema(textSchema(LIMITS.move), LIMITS.forbidden),
      sample: textSchema(LIMITS.sample, LIMITS.minSample),
    })
    .nullable(),
});
export type PersonaTexts = z.infer<typeof personaTextsSchema>;

/** Request to save a persona's edited texts. `base` is the version that the editor saw. */
export const personaEditRequestSchema = z.strictObject({
  base: z.string().max(64),
  words: personaTextsSchema,
});
export type PersonaEditRequest = z.infer<typeof personaEditRequestSchema>;

const AUTHOR_STATUSES = Object.keys(AUTHOR_STATE_MACHINE.states) as [
  keyof typeof AUTHOR_STATE_MACHINE.states,
];
export const authorStatusSchema = z.enum(AUTHOR_STATUSES);

/** Number of authors by status. */
export const authorCountsByStatusSchema = z.record(authorStatusSchema, z.int().min(0));

/** An author in the studio's list. */
export const studioAuthorSchema = z.object({
  id: createUuidSchema(),
  alias: z.string(),
  status: authorStatusSchema,
  tagline: z.string(),
  category: z.enum(CATEGORY_IDS),
  subcategory: z.string(),
  level: z.string(),
  publishedArticleCount: z.int(),
  /** True if the author comes from the library's files. */
  isOfLibrary: z.boolean(),
  /** True if an editor has changed the author. Library imports no longer update such an author. */
  isHeld: z.boolean(),
  /** Key of the author's drawn portrait in picture URLs. */
  portrait: z.string(),
  createdAt: z.iso.datetime(),
});
export type StudioAuthor = z.infer<typeof studioAuthorSchema>;

/** A page of the studio's list of authors. */
export interface StudioAuthorListPage {
  authors: readonly StudioAuthor[];
  counts: z.infer<typeof authorCountsByStatusSchema>;
  nextToken: string | null;
}

export const studioAuthorProfileSchema = z.object({
  author: studioAuthorSchema,
  profile: authorProfileSchema.omit({ id: true }).extend({ alias: z.string() }),
  /** The author's writing voice; null if nobody has described it. */
  voice: writingVoiceSchema.nullable(),
  /**
   * Version of the editable texts. The editor's browser sends it with each edit, so that nobody overwrites changes they
   * have not seen.
   */
  version: z.string(),
  /** Name of the editor who made the last edit, and its time; null if the texts were never edited. */
  edited: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /**
   * Messages about the author from the last library import, for example about a difference from the library's version.
   */
  libraryNotes: z.array(z.string()),
});
export type StudioAuthorProfile = z.infer<typeof studioAuthorProfileSchema>;

/**
 * Request to retire an author. Readers cannot see a retired author's articles. With `keep`, the articles become visible
 * again if the author returns. With `archive`, they are withdrawn permanently.
 */
export const authorRetirementRequestSchema = z.strictObject({
  articles: z.enum(['keep', 'archive']),
});
