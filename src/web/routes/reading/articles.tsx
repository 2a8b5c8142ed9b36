import { useMemo } from 'react';
import { getCountInCategory, isSparseSubcategory } from '#domain/category-counts.ts';
import { createExploreHead } from '#domain/explore-head.ts';
import { EXPLORE_LIST_NAMES } from '#domain/explore-list-name.ts';
import type { CategorySelection } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { ViewLinks } from '#ui/view-links.tsx';
import { exploreCopy } from '#web/copy/explore.ts';
import { ArticleList } from '#web/features/articles/article-list.tsx';
import {
  CategoryOverview,
  CategoryOverviewSkeleton,
  useCategoryOverview,
} from '#web/features/articles/category-overview.tsx';
import { RelatedSubcategoryArticles } from '#web/features/articles/related-subcategory-articles.tsx';
import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx';
import { EmptyExploreList } from '#web/features/explore/empty-explore-list.tsx';
import {
  createExploreUrl,
  isSameCategorySelection,
} from '#web/features/explore/explore-filters.ts';
import { ExploreLayout } from '#web/features/explore/explore-layout.tsx';
import { useExploreFilters } from '#web/features/explore/use-explore-filters.ts';
import { useScrollToTopOnChange } from '#web/features/explore/use-scroll-to-top-on-change.ts';
import { useHeadOverride } from '#web/pages/head.ts';
import { useScreenProps } from '#web/pages/use-screen-props.ts';
import { SearchResults } from './search-results.tsx';

/** The `sizes` attribute of a cover in Explore's grid: the rendered width of the cover. */
const SIZES =
  '(min-width: 90rem) 250px, (min-width: 72rem) 272px, (min-width: 64rem) 34vw, (min-width: 36rem) 46vw, calc(100vw - 40px)';

const NO_CATEGORY: CategorySelection = { category: null, subcategory: null };

/** Shows Explore's Articles tab: a list of all articles, the articles of a category, or search results. */
export function ArticlesScreen() {
  const page = useScreenProps('articles');
  const { exploration, search } = useExploreFilters('/articles');
  const { category, subcategory, show, query } = exploration;
  const isNewest = show === 'new';
  const url = createExploreUrl('/articles', exploration);
  const results = useScrollToTopOnChange(url);
  // The payload contains the results for the URL with which the page was loaded. The API provides the results for other
  // filters and searches.
  const isPayloadCurrent =
    page.query === query &&
    (query !== '' ||
      (page.filters.show === show && isSameCategorySelection(page.filters, exploration)));
  const initial = isPayloadCurrent ? page : undefined;
  const from = initial?.from ?? null;
  const introducedSelection = isNewest && query === '' && from === null ? exploration : NO_CATEGORY;
  const { data: overview, isLoading } = useCategoryOverview(introducedSelection, initial?.overview);
  useHeadOverride(
    useMemo(
      () => createExploreHead(exploration, query, from, overview),
      [exploration, query, from, overview],
    ),
  );
  return (
    <ExploreLayout tab="/articles" exploration={exploration} counts={page.counts} onSearch={search}>
      <div ref={results}>
        {query ? (
          <SearchResults query={query} initial={initial} />
        ) : (
          <>
            <ViewLinks
              label={exploreCopy.lists.label}
              views={EXPLORE_LIST_NAMES.map((each) => ({
                name: exploreCopy.lists.names[each],
                path: createExploreUrl('/articles', { ...exploration, show: each }),
                isCurrent: each === show,
              }))}
            />
            {isLoading && category && (
              <CategoryOverviewSkeleton
                hasArticles={
                  getCountInCategory(page.counts, category, subcategory ?? undefined) >
                  PAGE_SIZES.startHere
                }
              />
            )}
            {overview && category && (
              <CategoryOverview
                key={url}
                category={category}
                subcategory={subcategory}
                overview={overview}
              />
            )}
            <ArticleList
              filters={{ category, subcategory, show: isNewest ? null : show }}
              initial={initial}
              address={url}
              sizes={SIZES}
              action={(article) => <BookmarkButton article={article} quiet />}
              isWaiting={isLoading}
              nothing={
                <EmptyExploreList tab="/articles" filters={exploration} counts={page.counts} />
              }
            />
            {isNewest &&
              category &&
              subcategory &&
              isSparseSubcategory(page.counts, category, subcategory) && (
                <RelatedSubcategoryArticles
                  key={subcategory}
                  category={category}
                  subcategory={subcategory}
                  initial={isPayloadCurrent ? page.related : undefined}
                />
              )}
          </>
        )}
      </div>
    </ExploreLayout>
  );
}
