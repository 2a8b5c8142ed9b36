import type { ListeningPosition } from '#domain/listening.ts';
import type { NarratorId } from '#domain/narrators.ts';
import type { RecordingTimings, SentenceTiming } from '#domain/timings.ts';

/** A recording that the reader is allowed to hear. */
export interface Narration extends RecordingTimings {
  /**
   * `full` is the full recording. `partial` is its beginning, while the rest is being recorded. `preview` is the
   * preview for readers without Premium. `opening` is the beginning of the preview, while the rest is being recorded.
   */
  extent: 'full' | 'partial' | 'preview' | 'opening';
  /** ID of the recording. */
  recording: string;
  /** The narrator who reads. Without a network, this may be another one than requested: one who is downloaded. */
  narrator: NarratorId;
  /** URL of the audio file. */
  source: string;
  /** Length of the narration in seconds; an estimate while the narration is unfinished. */
  seconds: number;
  /** Length of the audio file in seconds. */
  available: number;
  /** Titles of all chapters, including those that are not recorded yet. */
  chapterTitles: readonly string[];
}

/** Returns true while the rest of the narration, or of its preview, is still being recorded. */
export function isStillBeingRecorded({ extent }: Pick<Narration, 'extent'>): boolean {
  return extent === 'partial' || extent === 'opening';
}

/** Returns true for the preview for readers without Premium, and for its beginning. */
export function isPreview({ extent }: Pick<Narration, 'extent'>): boolean {
  return extent === 'preview' || extent === 'opening';
}

/** A sentence counts as the current one from this many seconds before it starts. */
const LEAD_IN = 0.06;
/**
 * Length in seconds of the final part of a narration. A stored position in this part is ignored, and playback starts
 * from the beginning.
 */
const NEAR_END = 3;

/** Returns the sentence that is being read at a given time of the recording, in seconds. */
export function findSentenceAtTime(
  { sentences }: Narration,
  seconds: number,
): SentenceTiming | undefined {
  return sentences.findLast(({ from }) => from <= seconds + LEAD_IN);
}

/**
 * Returns the time in seconds at which a narration reaches a listening position. Returns 0 if the position is near the
 * end. If the narration no longer contains the position's element, returns the time stored with the position.
 */
export function getResumeSeconds(
  position: ListeningPosition | undefined,
  narration: Narration,
): number {
  if (!position) return 0;
  const from = findSentenceOfPosition(position, narration)?.from ?? position.seconds;
  return from < narration.seconds - NEAR_END ? from : 0;
}

/** Returns the sentence that contains a listening position, or the first sentence of the position's element. */
export function findSentenceOfPosition(
  { anchor, start }: Pick<ListeningPosition, 'anchor' | 'start'>,
  { sentences }: Narration,
): SentenceTiming | undefined {
  const elementSentences = sentences.filter((sentence) => sentence.anchor === anchor);
  return elementSentences.findLast((sentence) => sentence.start <= start) ?? elementSentences[0];
}

/** Returns false for a listening position in a part of the narration that is still being recorded. */
export function isPositionRecorded(
  { anchor, start }: Pick<ListeningPosition, 'anchor' | 'start'>,
  narration: Narration,
): boolean {
  if (!isStillBeingRecorded(narration)) return true;
  return narration.sentences.some(
    (each) => each.anchor === anchor && each.start + each.length > start,
  );
}

/**
 * Returns the index of the chapter that is being read at a given time in seconds. The silence after a chapter belongs
 * to the next chapter.
 */
export function findChapterIndexAtTime({ chapters }: Narration, seconds: number): number {
  return chapters.slice(0, -1).filter(({ to }) => to <= seconds).length;
}
