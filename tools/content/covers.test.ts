import { describe, expect, it } from 'vitest';
import { countLayouts, getLayoutIndex } from '#covers/cover.ts';
import { readLibrary } from '#server/catalogue/library/library.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { type CoveredArticle, listCoversByCategory } from './covers.ts';

const covers = listCoversByCategory((await readLibrary(SHIPPED_LIBRARY_FOLDER)).articles).flat();

/**
 * Returns every geometry that more than `max` covers of one group share, with the slugs of these covers. `groupOf`
 * returns a cover's group.
 */
function crowded(groupOf: (cover: CoveredArticle) => string, max: (group: string) => number) {
  const geometryOf = ({ article, variant }: CoveredArticle) =>
    `${article.category} ${getLayoutIndex(article.category, variant)}`;
  return [...Map.groupBy(covers, groupOf)].flatMap(([group, row]) =>
    [...Map.groupBy(row, geometryOf)]
      .filter(([, alike]) => alike.length > max(group))
      .map(([geometry, alike]) => `${group}, ${geometry}: ${alike.map(({ slug }) => slug)}`),
  );
}

describe('the covers of the library', () => {
  it('use the geometries of their category evenly', () => {
    const shareOf = (category: string) => {
      const row = covers.filter(({ article }) => article.category === category);
      return Math.ceil(row.length / countLayouts(row[0]!.article.category));
    };
    expect(crowded(({ article }) => article.category, shareOf)).toEqual([]);
  });

  it('show no geometry more than twice on an author’s page', () => {
    expect(
      crowded(
        ({ aliasKey }) => aliasKey,
        () => 2,
      ),
    ).toEqual([]);
  });
});
