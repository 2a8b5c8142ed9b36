import { KEY_POINTS } from '#domain/article.ts';
import {
  getPointLink,
  getPointSentence,
  type Point,
  type PointLink,
} from '#domain/studio/points.ts';

/** A point as it is being written. */
export interface PointDraft {
  /** Empty until it is chosen; the first has none. */
  link: PointLink | '';
  sentence: string;
}

/** The points of an idea to be changed; empty ones of an idea that has none. */
export function toPointDrafts(points: readonly Point[] | null): PointDraft[] {
  return Array.from({ length: KEY_POINTS }, (_, at) => {
    const point = points?.[at];
    return point === undefined
      ? { link: '', sentence: '' }
      : { link: getPointLink(point) ?? '', sentence: getPointSentence(point) };
  });
}

/** The same as they are stored: what is not linked yet is a sentence alone. */
export function toPoints(written: readonly PointDraft[]): Point[] {
  return written.map(({ link, sentence }) =>
    link ? ({ [link]: sentence } as unknown as Point) : sentence,
  );
}
