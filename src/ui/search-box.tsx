import { type SubmitEvent, useEffect, useRef } from 'react';
import { normalizeSearchQuery, SEARCH_QUERY_MAX } from '#domain/paging.ts';
import { uiCopy } from './copy.ts';
import { Icon } from './icons.tsx';
import styles from './search-box.module.css';

/** Milliseconds after the last keystroke until the search starts. */
export const TYPING_DELAY = 150;

interface SearchBoxProps {
  /** The path of the screen with the results. */
  action: string;
  /** What it searches; also its accessible name. */
  label: string;
  /** The query in the URL. */
  query: string;
  /** Other query parameters that a search keeps, for a form submitted without scripts. */
  kept?: Readonly<Record<string, string>>;
  /** Called with the trimmed text, empty if cleared; not called if it equals `query`. */
  onSearch: (text: string) => void;
}

/**
 * A search box that searches while the reader types. Without scripts it is a form that leads to the same URL. Its input
 * is uncontrolled, so that text typed before hydration or during a search is never overwritten.
 */
export function SearchBox({ action, label, query, kept = {}, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isAlive = useRef(false);

  useEffect(() => () => clearTimeout(rest.current), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the URL changes
  useEffect(() => {
    const field = input.current!;
    const isFirst = !isAlive.current;
    isAlive.current = true;
    if (normalizeSearchQuery(field.value) === query) return;
    // The text may have been typed before hydration.
    if (isFirst) search();
    // A link or the back button may change the query in the URL.
    else if (rest.current === undefined) field.value = query;
  }, [query]);

  function search() {
    clearTimeout(rest.current);
    rest.current = undefined;
    const text = normalizeSearchQuery(input.current!.value);
    if (text !== query) onSearch(text);
  }

  function searchAfterRest() {
    clearTimeout(rest.current);
    rest.current = setTimeout(search, TYPING_DELAY);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    search();
    // The keyboard of a phone covers the results.
    if (matchMedia('(pointer: coarse)').matches) input.current!.blur();
  }

  function clear() {
    input.current!.value = '';
    input.current!.focus();
    search();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: phones of 2021 do not know <search>
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
        maxLength={SEARCH_QUERY_MAX}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={searchAfterRest}
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
