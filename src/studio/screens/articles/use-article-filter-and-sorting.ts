import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useChangeSearchParams } from '../../lib/use-change-search-params.ts';
import { type ArticleFilter, SORT_KEY_FUNCTIONS } from './article-rows.ts';

/** Delay in milliseconds between the last key press and storing the typed text in the URL. */
const URL_DELAY = 300;

/** Sort order of the article list. `id` is the column, and `desc` is true for descending order. */
export interface Sorting {
  id: string;
  desc: boolean;
}

/** The default sorting: the most recently saved article comes first. */
const DEFAULT_SORTING: Sorting = { id: 'savedAt', desc: true };

/**
 * Returns the filters and the sorting of the article list, with functions that change them. The URL stores the filters
 * and the sorting, so that an editor who returns from an article sees the same list. Typed text filters the list before
 * the text is stored in the URL.
 */
export function useArticleFilterAndSorting() {
  const [search] = useSearchParams();
  const changeSearchParams = useChangeSearchParams();
  const inAddress = search.get('q') ?? '';
  const [typed, setTyped] = useState(inAddress);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const text = useDeferredValue(typed);

  // If a link or the back button has changed the search text in the URL, the field shows the new text.
  useEffect(() => {
    if (rest.current === undefined) setTyped(inAddress);
  }, [inAddress]);
  useEffect(() => () => clearTimeout(rest.current), []);

  function put(changes: Readonly<Record<string, string>>, isStep: boolean) {
    changeSearchParams(changes, { replace: !isStep, preventScrollReset: true });
  }

  function type(next: string) {
    setTyped(next);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      rest.current = undefined;
      put({ q: next.trim() }, false);
    }, URL_DELAY);
  }

  const filter: ArticleFilter = {
    text,
    author: search.get('author') ?? '',
    category: search.get('category') ?? '',
    status: search.get('status') ?? '',
  };
  return {
    filter,
    typed,
    type,
    sorting: parseSorting(search.get('sort')),
    sort: ({ id, desc }: Sorting) =>
      put(
        {
          sort:
            id === DEFAULT_SORTING.id && desc === DEFAULT_SORTING.desc
              ? ''
              : `${desc ? '-' : ''}${id}`,
        },
        false,
      ),
    narrow: (changes: Partial<Omit<ArticleFilter, 'text'>>) => put(changes, true),
    clear: () => {
      clearTimeout(rest.current);
      rest.current = undefined;
      setTyped('');
      put({ q: '', author: '', category: '', status: '' }, true);
    },
  };
}

/** Parses the URL parameter that contains the sorting. A leading hyphen means descending order. */
export function parseSorting(text: string | null): Sorting {
  if (!text) return DEFAULT_SORTING;
  const id = text.replace(/^-/, '');
  return id in SORT_KEY_FUNCTIONS ? { id, desc: text.startsWith('-') } : DEFAULT_SORTING;
}
