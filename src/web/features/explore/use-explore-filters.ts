import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  createExploreUrl,
  type ExploreFilters,
  type ExploreTab,
  parseExploreUrl,
} from './explore-filters.ts';

/**
 * The state of the browser history entry for a search. `from` is the URL of the list from which the reader started the
 * search.
 */
interface SearchState {
  from?: string;
}

/** Returns the filters and the search query from the URL, and a function that starts a search. */
export function useExploreFilters(tab: ExploreTab): {
  exploration: ExploreFilters;
  search: (text: string) => void;
} {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const exploration = useMemo(() => parseExploreUrl(tab, search), [tab, search]);

  /**
   * Starts a search by navigating to its URL. The first letter adds a browser history entry, so that going back leads
   * to the previous list. Further letters replace that entry. Clearing the search box also leads to the previous list.
   */
  function searchFor(query: string) {
    const isSearching = exploration.query !== '';
    const { from } = isSearching
      ? ((location.state ?? {}) as SearchState)
      : { from: location.pathname + location.search };
    const url = createExploreUrl(tab, { ...exploration, query });
    navigate(query ? url : (from ?? url), {
      replace: isSearching,
      preventScrollReset: true,
      state: query && from ? ({ from } satisfies SearchState) : null,
    });
  }
  return { exploration, search: searchFor };
}
