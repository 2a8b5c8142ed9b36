import { z } from 'zod';
import { MAX_HEARD_AGO } from './heard-ago.ts';
import { uuid } from './ids.ts';
import { narratorSchema } from './narrator-schema.ts';

/** Index of an element among its kind, from 0. */
const AT = '(0|[1-9][0-9]{0,2})';

/** Elements of an article that a narration reads, in order. The summary is not read. */
const ANCHORS = [
  'title',
  'author',
  `introduction\\.${AT}`,
  `keyPoints\\.${AT}\\.(title|takeaway|paragraphs\\.${AT})`,
  `conclusion\\.${AT}`,
];

/** UTF-16 units; longer than any element of an article. */
const LONGEST_ELEMENT = 100_000;
/** Seconds; longer than any narration. */
const LONGEST_RECORDING = 24 * 60 * 60;

const numberUpTo = <Schema extends z.ZodNumber>(schema: Schema, most: number) =>
  schema.min(0, 'must not be negative').max(most, `must be at most ${most}`);

/**
 * A listening position: a sentence of the article, as the recording's timings name it, rather than a time. So
 * it stays valid if another narrator reads at another speed, or if the article is recorded again.
 */
export const listeningPositionSchema = z.strictObject({
  /** Element that contains the sentence, such as `keyPoints.1.paragraphs.0`. */
  anchor: z
    .string({ error: 'must be text' })
    .regex(new RegExp(`^(${ANCHORS.join('|')})$`), 'is not part of the narration'),
  /** Start of the sentence in the element's `textContent`, in UTF-16 units. */
  start: numberUpTo(z.int('must be a whole number'), LONGEST_ELEMENT),
  /** Time in the recording, for display. */
  seconds: numberUpTo(z.number('must be a number'), LONGEST_RECORDING),
});
export type ListeningPosition = z.infer<typeof listeningPositionSchema>;

/** A listening position reported by a device, possibly much later, if the device was offline. */
export const listeningPositionUpdateSchema = listeningPositionSchema.extend({
  /** Milliseconds since the reader was there. Not a timestamp, because devices' clocks differ. */
  heardAgo: numberUpTo(z.int('must be a whole number'), MAX_HEARD_AGO).default(0),
});
export type ListeningPositionUpdate = z.infer<typeof listeningPositionUpdateSchema>;

/** A stored listening position, with its article. */
export const storedPositionSchema = listeningPositionSchema.extend({
  articleId: uuid(),
  /** Time of listening; ISO 8601 in UTC. */
  heardAt: z.iso.datetime(),
});
export type StoredPosition = z.infer<typeof storedPositionSchema>;

/** A reader's stored listening data. */
export const listeningStateSchema = z.object({
  /** Chosen narrator; `null` before the first choice. */
  narrator: narratorSchema.nullable(),
  /** Positions in unfinished narrations, newest first. */
  places: z.array(storedPositionSchema),
});
