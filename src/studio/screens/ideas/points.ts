import { KEY_POINTS } from '#domain/article.ts';
import { type Link, linkOf, type Point, sentenceOf } from '#domain/studio/points.ts';

/** A point as it is being written. */
export interface WrittenPoint {
  /** Empty until it is chosen; the first has none. */
  link: Link | '';
  sentence: string;
}

/** The points of an idea to be changed; empty ones of an idea that has none. */
export function writtenPoints(points: readonly Point[] | null): WrittenPoint[] {
  return Array.from({ length: KEY_POINTS }, (_, at) => {
    const point = points?.[at];
    return point === undefined
      ? { link: '', sentence: '' }
      : { link: linkOf(point) ?? '', sentence: sentenceOf(point) };
  });
}

/** The same as they are stored: what is not linked yet is a sentence alone. */
export function pointsOf(written: readonly WrittenPoint[]): Point[] {
  return written.map(({ link, sentence }) =>
    link ? ({ [link]: sentence } as unknown as Point) : sentence,
  );
}
