import { KEY_POINT_COUNT } from '#domain/article.ts';
import {
  getPointLinkWord,
  getPointSentence,
  type IdeaPoint,
  type PointLinkWord,
} from '#domain/studio/points.ts';

/** A point of an idea that is being edited. */
export interface PointDraft {
  /**
   * Word that connects the point to the previous point. It is empty for the first point, and for other points until the
   * editor has chosen a word.
   */
  link: PointLinkWord | '';
  sentence: string;
}

/** Converts an idea's stored points to drafts. Returns empty drafts if no points are stored. */
export function toPointDrafts(points: readonly IdeaPoint[] | null): PointDraft[] {
  return Array.from({ length: KEY_POINT_COUNT }, (_, index) => {
    const point = points?.[index];
    return point === undefined
      ? { link: '', sentence: '' }
      : { link: getPointLinkWord(point) ?? '', sentence: getPointSentence(point) };
  });
}

/** Converts drafts of points to the stored form. A point without a connecting word is stored as a string. */
export function toPoints(drafts: readonly PointDraft[]): IdeaPoint[] {
  return drafts.map(({ link, sentence }) =>
    link ? ({ [link]: sentence } as unknown as IdeaPoint) : sentence,
  );
}
