/** What a server tells of a recording, and a player knows of it: when what stands on the page is heard. */

/** Where a sentence of the page is heard. */
export interface SentenceTiming {
  /** The element it stands in, as a narration's script names it: `keyPoints.1.paragraphs.0`. */
  anchor: string;
  /** Its place in the element's `textContent`, in UTF-16 units. */
  start: number;
  length: number;
  /** Seconds. */
  from: number;
  to: number;
}

/** When a part of an article is heard. */
export interface ChapterTiming {
  title: string;
  /** Seconds. */
  from: number;
  to: number;
}

/** The times of what is heard in a recording, or in a part of it. */
export interface Timings {
  /** How long it is. */
  seconds: number;
  chapters: readonly ChapterTiming[];
  sentences: readonly SentenceTiming[];
}
