import { z } from 'zod';
import { MAX_HEARD_AGO } from './heard-ago.ts';
import { uuid } from './ids.ts';
import { narratorSchema } from './narrator-schema.ts';

/** Where an element stands among its kind, counted from 0. */
const AT = '(0|[1-9][0-9]{0,2})';

/** What a narration reads of an article, part by part; the summary is not read. */
const ANCHORS = [
  'title',
  'author',
  `introduction\\.${AT}`,
  `keyPoints\\.${AT}\\.(title|takeaway|paragraphs\\.${AT})`,
  `conclusion\\.${AT}`,
];

/** UTF-16 units: no element of an article is nearly as long. */
const LONGEST_ELEMENT = 100_000;
/** Seconds: no narration is nearly as long. */
const LONGEST_RECORDING = 24 * 60 * 60;

const numberUpTo = <Schema extends z.ZodNumber>(schema: Schema, most: number) =>
  schema.min(0, 'must not be negative').max(most, `must be at most ${most}`);

/**
 * Where somebody stops in a narration: at a sentence of the article, as the recording's timings name it, and not at a
 * time. So it holds when another narrator reads on, at another pace, or when the recording is made anew.
 */
export const listeningPositionSchema = z.strictObject({
  /** The element the sentence stands in, such as `keyPoints.1.paragraphs.0`. */
  anchor: z
    .string({ error: 'must be text' })
    .regex(new RegExp(`^(${ANCHORS.join('|')})$`), 'is not part of the narration'),
  /** Where the sentence begins in the element's `textContent`, in UTF-16 units. */
  start: numberUpTo(z.int('must be a whole number'), LONGEST_ELEMENT),
  /** Where that was in the recording, to be shown. */
  seconds: numberUpTo(z.number('must be a number'), LONGEST_RECORDING),
});
export type ListeningPosition = z.infer<typeof listeningPositionSchema>;

/** A place as a device reports it, maybe long after the reader was there: the device may have been offline. */
export const listeningPositionUpdateSchema = listeningPositionSchema.extend({
  /** Milliseconds since the reader was there. Not a timestamp, because the clocks of devices differ. */
  heardAgo: numberUpTo(z.int('must be a whole number'), MAX_HEARD_AGO).default(0),
});
export type ListeningPositionUpdate = z.infer<typeof listeningPositionUpdateSchema>;

/** A place that was kept, of an article. */
export const storedPositionSchema = listeningPositionSchema.extend({
  articleId: uuid(),
  /** When the reader was there; ISO 8601 in UTC. */
  heardAt: z.iso.datetime(),
});
export type StoredPosition = z.infer<typeof storedPositionSchema>;

/** What is kept of a reader's listening. */
export const listeningSchema = z.object({
  /** Who reads to them; `null` when they have never chosen. */
  narrator: narratorSchema.nullable(),
  /** Where they stopped in narrations they have not heard to the end, the last first. */
  places: z.array(storedPositionSchema),
});
