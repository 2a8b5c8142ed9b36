/** Times at which the parts of an article are heard in a recording, for the player. */

/** Time of a sentence in the recording. */
export interface SentenceTiming {
  /** Element that contains the sentence, as the narration's script names it: `keyPoints.1.paragraphs.0`. */
  anchor: string;
  /** Start in the element's `textContent`, in UTF-16 units. */
  start: number;
  length: number;
  /** Seconds. */
  from: number;
  to: number;
}

/** Time of a part of the article in the recording. */
export interface ChapterTiming {
  title: string;
  /** Seconds. */
  from: number;
  to: number;
}

/** Timings of a recording, or of a part of it. */
export interface Timings {
  /** Duration in seconds. */
  seconds: number;
  chapters: readonly ChapterTiming[];
  sentences: readonly SentenceTiming[];
}
