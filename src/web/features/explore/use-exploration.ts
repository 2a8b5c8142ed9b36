import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type Exploration, type ExploreTab, exploreUrl, readExploration } from './exploration.ts';

/** Kept in the history entry of a search: the address the reader searched from. */
interface SearchState {
  from?: string;
}

/** What the address asks for, and the way to search from here. */
export function useExploration(tab: ExploreTab): {
  exploration: Exploration;
  search: (text: string) => void;
} {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const exploration = useMemo(() => readExploration(tab, search), [tab, search]);

  /**
   * Puts a search into the address. The first letter makes a new entry in the history, so that the way
   * back leads to the list as it was; the rest of the typing replaces it, and clearing the box undoes it.
   */
  function searchFor(query: string) {
    const isSearching = exploration.query !== '';
    const { from } = isSearching
      ? ((location.state ?? {}) as SearchState)
      : { from: location.pathname + location.search };
    const address = exploreUrl(tab, { ...exploration, query });
    navigate(query ? address : (from ?? address), {
      replace: isSearching,
      preventScrollReset: true,
      state: query && from ? ({ from } satisfies SearchState) : null,
    });
  }
  return { exploration, search: searchFor };
}
