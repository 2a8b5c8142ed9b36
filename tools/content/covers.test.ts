import { describe, expect, it } from 'vitest';
import { countLayouts, getLayoutIndex } from '#covers/cover.ts';
import { readLibrary } from '#server/catalogue/library/library.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { type ArticleWithCover, listArticlesWithCoversByCategory } from './covers.ts';

const covers = listArticlesWithCoversByCategory(
  (await readLibrary(SHIPPED_LIBRARY_FOLDER)).articles,
).flat();

/**
 * Returns the overused geometries: those that appear on more than `max` covers of the same group. Each result names the
 * group, the geometry, and the slugs of the articles. `getGroup` returns a cover's group.
 */
function listOverusedGeometries(
  getGroup: (cover: ArticleWithCover) => string,
  max: (group: string) => number,
) {
  const getGeometry = ({ article, variant }: ArticleWithCover) =>
    `${article.category} ${getLayoutIndex(article.category, variant)}`;
  return [...Map.groupBy(covers, getGroup)].flatMap(([group, groupCovers]) =>
    [...Map.groupBy(groupCovers, getGeometry)]
      .filter(([, sameCovers]) => sameCovers.length > max(group))
      .map(
        ([geometry, sameCovers]) => `${group}, ${geometry}: ${sameCovers.map(({ slug }) => slug)}`,
      ),
  );
}

describe('the covers of the library', () => {
  it('use the geometries of their category evenly', () => {
    const computeMaxCount = (category: string) => {
      const groupCovers = covers.filter(({ article }) => article.category === category);
      return Math.ceil(groupCovers.length / countLayouts(groupCovers[0]!.article.category));
    };
    expect(listOverusedGeometries(({ article }) => article.category, computeMaxCount)).toEqual([]);
  });

  it('show no geometry more than twice on an author’s page', () => {
    expect(
      listOverusedGeometries(
        ({ aliasKey }) => aliasKey,
        () => 2,
      ),
    ).toEqual([]);
  });
});
