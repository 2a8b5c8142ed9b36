import { type SubmitEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { MAX_SEARCH_QUERY_LENGTH, normalizeSearchQuery } from '#domain/paging.ts';
import { uiCopy } from './copy.ts';
import { Icon } from './icons.tsx';
import styles from './search-box.module.css';

/** Delay in milliseconds between the last keystroke and the search. */
export const SEARCH_DELAY_IN_MILLISECONDS = 150;

interface SearchBoxProps {
  /** Path of the screen that shows the results. */
  action: string;
  /** Accessible name of the search box. It says which items are searched. */
  label: string;
  /** The current search query, as in the URL. */
  query: string;
  /** Other query parameters of the URL, by name. The form keeps them if it is submitted without scripts. */
  kept?: Readonly<Record<string, string>>;
  /**
   * Called with the trimmed text, which is empty if the reader clears the search box. Not called if the text equals
   * `query`.
   */
  onSearch: (text: string) => void;
}

/**
 * A search box that searches while the reader types. Without scripts, it is a form that opens the same URL. The input
 * is uncontrolled, so that hydration and search results never overwrite typed text.
 */
export function SearchBox({ action, label, query, kept = {}, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isMounted = useRef(false);

  // React runs the cleanup of a layout effect before it removes the field. It runs that of an effect afterwards, when the
  // timer may have run already.
  useLayoutEffect(() => () => clearTimeout(timer.current), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the URL changes
  useEffect(() => {
    const field = input.current!;
    const isFirstRun = !isMounted.current;
    isMounted.current = true;
    if (normalizeSearchQuery(field.value) === query) return;
    // The reader typed this text before hydration, so the search starts now.
    if (isFirstRun) search();
    // A link or the back button has changed the query in the URL, so the input shows the new query.
    else if (timer.current === undefined) field.value = query;
  }, [query]);

  function search() {
    clearTimeout(timer.current);
    timer.current = undefined;
    const text = normalizeSearchQuery(input.current!.value);
    if (text !== query) onSearch(text);
  }

  function searchAfterPause() {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, SEARCH_DELAY_IN_MILLISECONDS);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    search();
    // Removing the focus hides a phone's on-screen keyboard, which would cover the results.
    if (matchMedia('(pointer: coarse)').matches) input.current!.blur();
  }

  function clear() {
    input.current!.value = '';
    input.current!.focus();
    search();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2021 do not support <search>
    <form className={styles.search} role="search" action={action} method="get" onSubmit={submit}>
      <button className={styles.submit} type="submit" aria-label={uiCopy.search}>
        <Icon name="search" />
      </button>
      <input
        ref={input}
        className={styles.input}
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        defaultValue={query}
        maxLength={MAX_SEARCH_QUERY_LENGTH}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={searchAfterPause}
      />
      <button
        className={`${styles.clear} needs-js`}
        type="button"
        aria-label={uiCopy.clearSearch}
        onClick={clear}
      >
        <Icon name="close" />
      </button>
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}
