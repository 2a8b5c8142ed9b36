import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useChangeSearchParams } from '../../lib/use-change-search-params.ts';
import { type ArticleFilterValues, SORT_KEY_FUNCTIONS } from './article-rows.ts';

/** Delay in milliseconds after the last key press before the typed text is stored in the URL. */
const URL_DELAY = 300;

/** Sort order of the article list. `id` is the column, and `desc` is true for descending order. */
export interface ArticleSorting {
  id: string;
  desc: boolean;
}

/** The default sorting: the most recently saved article comes first. */
const DEFAULT_SORTING: ArticleSorting = { id: 'savedAt', desc: true };

/**
 * Returns the filters and the sort order of the article list, with functions that change them. The
 * URL contains the filters and the sort order, so that an editor who returns from an article sees
 * the same list. Typed text filters the list even before it is stored in the URL.
 */
export function useArticleFilterAndSorting() {
  const [search] = useSearchParams();
  const changeSearchParams = useChangeSearchParams();
  const textInUrl = search.get('q') ?? '';
  const [typed, setTyped] = useState(textInUrl);
  const urlTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const text = useDeferredValue(typed);

  // If a link or the back button has changed the search text in the URL, the search field shows the new text.
  useEffect(() => {
    if (urlTimer.current !== undefined) return;
    // The URL contains the typed text without surrounding spaces. Replacing the typed text with the text in the URL
    // would remove the space after a word before the editor has typed the next word.
    setTyped((current) => (current.trim() === textInUrl ? current : textInUrl));
  }, [textInUrl]);
  useEffect(() => () => clearTimeout(urlTimer.current), []);

  function changeUrl(changes: Readonly<Record<string, string>>, addsHistoryEntry: boolean) {
    changeSearchParams(changes, { replace: !addsHistoryEntry, preventScrollReset: true });
  }

  function type(newText: string) {
    setTyped(newText);
    clearTimeout(urlTimer.current);
    urlTimer.current = setTimeout(() => {
      urlTimer.current = undefined;
      changeUrl({ q: newText.trim() }, false);
    }, URL_DELAY);
  }

  const filter: ArticleFilterValues = {
    text,
    author: search.get('author') ?? '',
    category: search.get('category') ?? '',
    status: search.get('status') ?? '',
  };
  return {
    filter,
    typed,
    type,
    sorting: parseArticleSorting(search.get('sort')),
    sort: ({ id, desc }: ArticleSorting) =>
      changeUrl(
        {
          sort:
            id === DEFAULT_SORTING.id && desc === DEFAULT_SORTING.desc
              ? ''
              : `${desc ? '-' : ''}${id}`,
        },
        false,
      ),
    narrow: (changes: Partial<Omit<ArticleFilterValues, 'text'>>) => changeUrl(changes, true),
    clear: () => {
      clearTimeout(urlTimer.current);
      urlTimer.current = undefined;
      setTyped('');
      changeUrl({ q: '', author: '', category: '', status: '' }, true);
    },
  };
}

/** Parses the URL parameter for the sort order. A leading hyphen means descending order. */
export function parseArticleSorting(text: string | null): ArticleSorting {
  if (!text) return DEFAULT_SORTING;
  const id = text.replace(/^-/, '');
  return id in SORT_KEY_FUNCTIONS ? { id, desc: text.startsWith('-') } : DEFAULT_SORTING;
}
