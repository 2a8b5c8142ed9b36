/** Times at which a recording reads the parts of an article, for the player. */

/** A sentence of the article, and the time at which a recording reads it. */
export interface SentenceTiming {
  /** Element that contains the sentence, named as in the narration's script: `keyPoints.1.paragraphs.0`. */
  anchor: string;
  /** Start of the sentence in the element's `textContent`, in UTF-16 units. */
  start: number;
  length: number;
  /** Start of the sentence in the recording, in seconds. */
  from: number;
  /** End of the sentence in the recording, in seconds. */
  to: number;
}

/** A part of the article, and the time at which a recording reads it. */
export interface ChapterTiming {
  title: string;
  /** Start of the part in the recording, in seconds. */
  from: number;
  /** End of the part in the recording, in seconds. */
  to: number;
}

/** Timings of a recording, or of its first part. */
export interface RecordingTimings {
  /** Duration of the recording in seconds. */
  seconds: number;
  chapters: readonly ChapterTiming[];
  sentences: readonly SentenceTiming[];
}
