import { KEY_POINTS } from '#domain/article.ts';
import {
  getPointLink,
  getPointSentence,
  type Point,
  type PointLink,
} from '#domain/studio/points.ts';

/** A point as it is edited. */
export interface PointDraft {
  /** Empty until it is chosen. The first point has none. */
  link: PointLink | '';
  sentence: string;
}

/** Converts stored points for editing. Returns empty ones if there are none. */
export function toPointDrafts(points: readonly Point[] | null): PointDraft[] {
  return Array.from({ length: KEY_POINTS }, (_, at) => {
    const point = points?.[at];
    return point === undefined
      ? { link: '', sentence: '' }
      : { link: getPointLink(point) ?? '', sentence: getPointSentence(point) };
  });
}

/** Converts edited points to the stored form: a point without a link is a plain sentence. */
export function toPoints(written: readonly PointDraft[]): Point[] {
  return written.map(({ link, sentence }) =>
    link ? ({ [link]: sentence } as unknown as Point) : sentence,
  );
}
