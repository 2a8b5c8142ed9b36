import type { ListeningPosition } from '#domain/listening.ts';
import type { NarratorId } from '#domain/narrators.ts';
import type { RecordingTimings, SentenceTiming } from '#domain/timings.ts';

/** An article's recording with its timings. It contains only what the reader is allowed to hear. */
export interface Narration extends RecordingTimings {
  /**
   * The part of the narration that the recording contains. `full` is the whole narration. `partial` is its beginning,
   * while the server is recording the rest. `preview` is the preview for readers without Premium. `opening` is the
   * beginning of the preview, while the server is recording the rest.
   */
  extent: 'full' | 'partial' | 'preview' | 'opening';
  /** The ID of the recording. */
  recording: string;
  /**
   * The narrator of the recording. This may not be the requested narrator, because the browser may use a downloaded
   * recording by another narrator while it is offline.
   */
  narrator: NarratorId;
  /** The URL of the audio file. */
  source: string;
  /** The length of the narration in seconds. It is an estimate while the server is still recording the narration. */
  seconds: number;
  /** The length of the audio file in seconds. */
  audioSeconds: number;
  /** The titles of all chapters, including those that are not recorded yet. */
  chapterTitles: readonly string[];
}

/** Returns true while the rest of the narration, or of its preview, is still being recorded. */
export function isStillBeingRecorded({ extent }: Pick<Narration, 'extent'>): boolean {
  return extent === 'partial' || extent === 'opening';
}

/** Returns true for a preview, or for the recorded beginning of one. Readers without Premium hear previews. */
export function isPreview({ extent }: Pick<Narration, 'extent'>): boolean {
  return extent === 'preview' || extent === 'opening';
}

/** A sentence already counts as being read this many seconds before it starts. */
const LEAD_IN = 0.06;
/** If the reader stopped listening within this many seconds of the end, playback starts from the beginning. */
const NEAR_END = 3;

/** Returns the sentence that is being read at a given time in the recording, in seconds. */
export function findSentenceAtTime(
  { sentences }: Narration,
  seconds: number,
): SentenceTiming | undefined {
  return sentences.findLast(({ from }) => from <= seconds + LEAD_IN);
}

/**
 * Returns the time in seconds at which playback resumes from a listening position. Returns 0 if the position is near
 * the end of the narration. If the narration no longer contains the position's paragraph, returns the time stored with
 * the position.
 */
export function getResumeSeconds(
  position: ListeningPosition | undefined,
  narration: Narration,
): number {
  if (!position) return 0;
  const from = findSentenceOfPosition(position, narration)?.from ?? position.seconds;
  return from < narration.seconds - NEAR_END ? from : 0;
}

/**
 * Returns the sentence that contains a listening position. If there is none, returns the first sentence of the
 * position's paragraph.
 */
export function findSentenceOfPosition(
  { anchor, start }: Pick<ListeningPosition, 'anchor' | 'start'>,
  { sentences }: Narration,
): SentenceTiming | undefined {
  const elementSentences = sentences.filter((sentence) => sentence.anchor === anchor);
  return elementSentences.findLast((sentence) => sentence.start <= start) ?? elementSentences[0];
}

/**
 * Returns true if the recording already contains a listening position. An unfinished recording may not contain it yet.
 */
export function isPositionInRecording(
  { anchor, start }: Pick<ListeningPosition, 'anchor' | 'start'>,
  narration: Narration,
): boolean {
  if (!isStillBeingRecorded(narration)) return true;
  return narration.sentences.some(
    (each) => each.anchor === anchor && each.start + each.length > start,
  );
}

/**
 * Returns the index of the chapter that is being read at a given time, in seconds. The silence after a chapter belongs
 * to the next chapter.
 */
export function findChapterIndexAtTime({ chapters }: Narration, seconds: number): number {
  return chapters.slice(0, -1).filter(({ to }) => to <= seconds).length;
}
