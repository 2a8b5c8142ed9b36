import { z } from 'zod';
import { createUuidSchema } from './ids.ts';
import { MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS } from './listening-position-age.ts';
import { narratorIdSchema } from './narrator-id-schema.ts';

/** Pattern for an index in an anchor, such as `0` in `introduction.0`: a number from 0 to 999 without leading zeros. */
const INDEX = '(0|[1-9][0-9]{0,2})';

/**
 * Patterns for anchors, in reading order. An anchor names an element of the article that the narration reads aloud,
 * such as a paragraph. The summary has no anchors, because it is not narrated.
 */
const ANCHORS = [
  'title',
  'author',
  `introduction\\.${INDEX}`,
  `keyPoints\\.${INDEX}\\.(title|takeaway|paragraphs\\.${INDEX})`,
  `conclusion\\.${INDEX}`,
];

/** Upper limit for the length of one article element, in UTF-16 code units. */
const MAX_ELEMENT_LENGTH = 100_000;
/** Upper limit for the duration of a narration, in seconds. */
const MAX_RECORDING_SECONDS = 24 * 60 * 60;

const numberUpTo = <Schema extends z.ZodNumber>(schema: Schema, max: number) =>
  schema.min(0, 'must not be negative').max(max, `must be at most ${max}`);

/**
 * A listening position: the sentence at which a reader stopped listening. The sentence is identified by its element
 * (`anchor`) and its start in the element's text. A position in seconds would become wrong if the article were recorded
 * again or read by another narrator.
 */
export const listeningPositionSchema = z.strictObject({
  /** Element that contains the sentence, such as `keyPoints.1.paragraphs.0`. */
  anchor: z
    .string({ error: 'must be text' })
    .regex(new RegExp(`^(${ANCHORS.join('|')})$`), 'is not part of the narration'),
  /** Start of the sentence in the element's `textContent`, in UTF-16 code units. */
  start: numberUpTo(z.int('must be a whole number'), MAX_ELEMENT_LENGTH),
  /** Time at which the sentence begins in the recording, in seconds, for display. */
  seconds: numberUpTo(z.number('must be a number'), MAX_RECORDING_SECONDS),
});
export type ListeningPosition = z.infer<typeof listeningPositionSchema>;

/**
 * A listening position as a device reports it. A device that was offline may report the position long after the reader
 * listened.
 */
export const listeningPositionUpdateSchema = listeningPositionSchema.extend({
  /**
   * Milliseconds since the reader heard the sentence. A timestamp would depend on the device's clock, which
   * may be wrong.
   */
  heardAgo: numberUpTo(
    z.int('must be a whole number'),
    MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS,
  ).default(0),
});
export type ListeningPositionUpdate = z.infer<typeof listeningPositionUpdateSchema>;

/** Query parameters of a request to delete a listening position. */
export const listeningPositionDeletionSchema = z.object({
  /**
   * Milliseconds since the reader heard the end of the narration. If the reader has reached another position since
   * then, the server keeps that position and deletes nothing.
   */
  heardAgo: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(
      MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS,
      `must be at most ${MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS}`,
    )
    .default(0),
});

/** A reader's listening position in an article, as the server stores it. */
export const storedListeningPositionSchema = listeningPositionSchema.extend({
  articleId: createUuidSchema(),
  /** Time at which the reader heard the sentence; ISO 8601 in UTC. */
  heardAt: z.iso.datetime(),
});
export type StoredListeningPosition = z.infer<typeof storedListeningPositionSchema>;

/** A reader's chosen narrator and listening positions, as the server stores them. */
export const listeningStateSchema = z.object({
  /** Narrator that the reader has chosen; `null` before the first choice. */
  narrator: narratorIdSchema.nullable(),
  /** Listening positions in unfinished narrations, newest first. */
  places: z.array(storedListeningPositionSchema),
});
