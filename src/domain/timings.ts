/** Times in a recording at which the parts of an article are read. The player uses them. */

/** A sentence of an article, and the time at which it is read in a recording. */
export interface SentenceTiming {
  /** Element that contains the sentence, named as in the narration's script: `keyPoints.1.paragraphs.0`. */
  anchor: string;
  /** Start of the sentence in the element's `textContent`, in UTF-16 code units. */
  start: number;
  length: number;
  /** Start of the sentence in the recording, in seconds. */
  from: number;
  /** End of the sentence in the recording, in seconds. */
  to: number;
}

/** A part of an article, and the time at which it is read in a recording. */
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
