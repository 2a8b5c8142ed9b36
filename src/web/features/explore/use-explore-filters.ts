import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  createExploreUrl,
  type ExploreFilters,
  type ExploreTab,
  parseExploreUrl,
} from './explore-filters.ts';

/** State of a search's history entry. `from` is the URL of the list where the search began. */
interface SearchState {
  from?: string;
}

/** Returns the filters and the search query in the URL, and a function that starts a search. */
export function useExploreFilters(tab: ExploreTab): {
  exploration: ExploreFilters;
  search: (text: string) => void;
} {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const exploration = useMemo(() => parseExploreUrl(tab, search), [tab, search]);

  /**
   * Starts a search by putting its text into the URL. The first letter adds a history entry, so that going back leads
   * to the earlier list. Further typing replaces that entry, and clearing the search box leads back to the earlier
   * list.
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
