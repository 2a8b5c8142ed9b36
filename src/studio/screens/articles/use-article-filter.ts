import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ArticleFilter, SORT_KEYS } from './article-rows.ts';

/** Milliseconds without typing after which the text is put into the URL. */
const URL_DELAY = 300;

/** A column's ID and its direction. */
export interface Sorting {
  id: string;
  desc: boolean;
}

/** Last saved first. */
const DEFAULT_SORTING: Sorting = { id: 'savedAt', desc: true };

/**
 * Holds the list's filters and sorting. They are in the URL, so that returning from an article shows the same list.
 * Typed text is applied before it is in the URL.
 */
export function useArticleFilter() {
  const [search, setSearch] = useSearchParams();
  const inAddress = search.get('q') ?? '';
  const [typed, setTyped] = useState(inAddress);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const text = useDeferredValue(typed);

  // The back button or a link has changed the URL.
  useEffect(() => {
    if (rest.current === undefined) setTyped(inAddress);
  }, [inAddress]);
  useEffect(() => () => clearTimeout(rest.current), []);

  function put(changes: Readonly<Record<string, string>>, isStep: boolean) {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: !isStep, preventScrollReset: true },
    );
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

/** Parses the search parameter: `-savedAt` is last saved first. */
export function parseSorting(text: string | null): Sorting {
  if (!text) return DEFAULT_SORTING;
  const id = text.replace(/^-/, '');
  return id in SORT_KEYS ? { id, desc: text.startsWith('-') } : DEFAULT_SORTING;
}
