import { z } from 'zod';
import { LEVEL_LABELS, LEVELS } from '#domain/level.ts';
import {
  type PersonaTexts,
  personaTextsSchema,
  type StudioAuthorProfile,
} from '#domain/studio/personas.ts';
import { copy } from '../../copy.ts';
import {
  type DocumentPart,
  type DocumentPartDiff,
  diffDocumentParts,
} from '../../lib/diff-document-parts.ts';
import { mergeDocumentParts } from '../../lib/merge-document-parts.ts';

const words = copy.authors;

const textsSchema = z.array(z.string());
/**
 * Schema of a range in a draft. The two limits are strings, because the editor may have typed text that is not a
 * number.
 */
const rangeSchema = z.tuple([z.string(), z.string()]);

const voiceDraftSchema = z.object({
  promise: z.string(),
  mean: rangeSchema,
  /** Range for the percentage of short sentences. */
  short: rangeSchema,
  openings: textsSchema,
  endings: textsSchema,
  evidence: z.string(),
  forbidden: textsSchema,
  sample: z.string(),
});

/** Schema of a persona that is being edited. A draft may be incomplete or invalid. */
export const personaDraftSchema = z.object({
  tagline: z.string(),
  mission: z.string(),
  about: textsSchema,
  perspective: z.string(),
  subjects: textsSchema,
  level: z.enum(LEVELS),
  audience: z.string(),
  influences: z.array(z.object({ name: z.string(), influence: z.string() })),
  voice: voiceDraftSchema.nullable(),
});
export type PersonaDraft = z.infer<typeof personaDraftSchema>;
export type WritingVoiceDraft = z.infer<typeof voiceDraftSchema>;

export const EMPTY_WRITING_VOICE: WritingVoiceDraft = {
  promise: '',
  mean: ['', ''],
  short: ['', ''],
  openings: ['', ''],
  endings: ['', ''],
  evidence: '',
  forbidden: ['', '', ''],
  sample: '',
};

export function toPersonaDraft({
  profile,
  voice,
}: Pick<StudioAuthorProfile, 'profile' | 'voice'>): PersonaDraft {
  const { tagline, mission, about, perspective, expertise, targetAudience, influencedBy } = profile;
  return {
    tagline,
    mission,
    about,
    perspective,
    subjects: expertise.subjects,
    level: targetAudience.level,
    audience: targetAudience.description,
    influences: influencedBy,
    voice: voice && toVoiceDraft(voice),
  };
}

function toVoiceDraft({
  sentences,
  ...voice
}: NonNullable<StudioAuthorProfile['voice']>): WritingVoiceDraft {
  const [minMean, maxMean] = sentences.mean;
  const [minShort, maxShort] = sentences.short;
  return {
    ...voice,
    mean: [String(minMean), String(maxMean)],
    short: [formatPercent(minShort), formatPercent(maxShort)],
  };
}

/**
 * Converts a draft of a persona to the format in which personas are stored. The result may be invalid and must be
 * checked by {@link validatePersonaDraft}.
 */
export function toPersonaTexts({
  level,
  audience,
  influences,
  voice,
  ...draft
}: PersonaDraft): PersonaTexts {
  return {
    ...draft,
    targetAudience: { level, description: audience },
    influencedBy: influences,
    voice: voice && toVoice(voice),
  };
}

function toVoice({ mean, short, ...voice }: WritingVoiceDraft): PersonaTexts['voice'] {
  const [minMean, maxMean] = mean;
  const [minShort, maxShort] = short;
  return {
    ...voice,
    sentences: {
      mean: [parseNumber(minMean), parseNumber(maxMean)],
      short: [parsePercent(minShort), parsePercent(maxShort)],
    },
  };
}

/**
 * Formats a share as a percentage with at most two decimals. Without rounding, 0.29 would become "28.999999999999996".
 */
const formatPercent = (share: number) => String(Number((share * 100).toFixed(2)));
const parsePercent = (percent: string) => Number((parseNumber(percent) / 100).toFixed(4));
const parseNumber = (text: string) => (text.trim() ? Number(text) : Number.NaN);

export interface PersonaFieldError {
  /** Sentence that describes the error to the editor. */
  text: string;
  /**
   * True if a text or list is too long, or a number is too large. Such errors are shown
   * immediately, and all other errors only after an attempt to save.
   */
  isOver: boolean;
}

/** Errors in a persona's fields, by the field's path in {@link PersonaTexts}, such as `voice.openings.1`. */
export type PersonaFieldErrors = ReadonlyMap<string, PersonaFieldError>;

export function validatePersonaDraft(draft: PersonaDraft): PersonaFieldErrors {
  const errors = new Map<string, PersonaFieldError>();
  const { error } = personaTextsSchema.safeParse(toPersonaTexts(draft));
  for (const { path, code, message } of error?.issues ?? []) {
    const fieldPath = path.join('.');
    if (!errors.has(fieldPath))
      errors.set(fieldPath, { text: `It ${message}.`, isOver: code === 'too_big' });
  }
  return errors;
}

/**
 * Merges two versions of a persona (three-way merge). Parts that differ between `base` and `mine` come from `mine`, all
 * others from `theirs`.
 */
export function mergePersonaDrafts(theirs: PersonaDraft, base: PersonaDraft, mine: PersonaDraft) {
  const merged = mergeDocumentParts(theirs, base, mine);
  if (theirs.voice && base.voice && mine.voice)
    merged.voice = mergeDocumentParts(theirs.voice, base.voice, mine.voice);
  return merged;
}

/** Compares two drafts of a persona word by word. Returns the parts that differ. */
export function diffPersonaDrafts(before: PersonaDraft, after: PersonaDraft): DocumentPartDiff[] {
  return diffDocumentParts(listParts(before), listParts(after));
}

function listParts({ voice, ...draft }: PersonaDraft): DocumentPart[] {
  const createPart = (path: string, name: string, ...lines: string[]) => ({
    path,
    name,
    text: lines.join('\n'),
  });
  return [
    createPart('tagline', words.tagline, draft.tagline),
    createPart('mission', words.mission, draft.mission),
    createPart('about', words.about, ...draft.about),
    createPart('perspective', words.perspective, draft.perspective),
    createPart('subjects', words.topics, ...draft.subjects),
    createPart('audience', words.audience, draft.audience),
    createPart('level', words.level, LEVEL_LABELS[draft.level]),
    createPart(
      'influences',
      words.influences,
      ...draft.influences.map(({ name, influence }) => `${name}: ${influence}`),
    ),
    ...(voice ? listVoiceParts(voice, createPart) : []),
  ];
}

function listVoiceParts(
  { promise, mean, short, openings, endings, evidence, forbidden, sample }: WritingVoiceDraft,
  createPart: (path: string, name: string, ...lines: string[]) => DocumentPart,
): DocumentPart[] {
  const sentences = [words.meanOf(mean.join(' to ')), words.shortOf(short.join(' to '))];
  return [
    createPart('promise', words.promise, promise),
    createPart('sentences', words.sentences, ...sentences),
    createPart('openings', words.openings, ...openings),
    createPart('endings', words.endings, ...endings),
    createPart('evidence', words.trusts, evidence),
    createPart('forbidden', words.never, ...forbidden),
    createPart('sample', words.sample, sample),
  ];
}
