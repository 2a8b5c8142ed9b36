/** Timings of a recording: the times at which the parts of an article are read aloud. The audio player uses them. */

/** A sentence in an article, and the period of a recording in which it is read aloud. */
export interface SentenceTiming {
  /** Name of the article element that contains the sentence, such as `keyPoints.1.paragraphs.0`. */
  anchor: string;
  /** Start of the sentence in the `textContent` of its element, in UTF-16 code units. */
  start: number;
  length: number;
  /** Time in the recording at which the sentence begins, in seconds. */
  from: number;
  /** Time in the recording at which the sentence ends, in seconds. */
  to: number;
}

/** A part of an article, and the period of a recording in which it is read aloud. */
export interface ChapterTiming {
  title: string;
  /** Time in the recording at which the part begins, in seconds. */
  from: number;
  /** Time in the recording at which the part ends, in seconds. */
  to: number;
}

/**
 * The timings of all sentences and chapters in a recording, or only of those in its first part, such as the preview.
 */
export interface RecordingTimings {
  /** Duration of the recording in seconds. */
  seconds: number;
  chapters: readonly ChapterTiming[];
  sentences: readonly SentenceTiming[];
}
