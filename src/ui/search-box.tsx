import { type SubmitEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { MAX_SEARCH_QUERY_LENGTH, normalizeSearchQuery } from '#domain/paging.ts';
import { uiCopy } from './copy.ts';
import { Icon } from './icons.tsx';
import styles from './search-box.module.css';

/** Time in milliseconds between the last keystroke and the start of the search. */
export const SEARCH_DELAY_IN_MILLISECONDS = 150;

interface SearchBoxProps {
  /** Path of the screen that shows the results. */
  action: string;
  /** Accessible name of the search box. It says which content is searched. */
  label: string;
  /** The search query in the current URL. */
  query: string;
  /**
   * Other query parameters of the current URL, by name. The form includes them if it is submitted without JavaScript.
   */
  otherQueryParameters?: Readonly<Record<string, string>>;
  /**
   * Called when the reader has changed the query. `text` is trimmed, and is empty if the reader has cleared the search
   * box. Not called if `text` equals `query`.
   */
  onSearch: (text: string) => void;
}

/**
 * A search box that searches while the reader types. Without JavaScript, it is a form that opens the same URL. The
 * input is uncontrolled, so that neither hydration nor search results overwrite the typed text.
 */
export function SearchBox({
  action,
  label,
  query,
  otherQueryParameters = {},
  onSearch,
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isMounted = useRef(false);

  // This is a layout effect, because React runs its cleanup before the input is removed. The cleanup of a normal effect
  // runs later, when the timer may already have fired.
  useLayoutEffect(() => () => clearTimeout(timer.current), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the URL changes
  useEffect(() => {
    const field = input.current!;
    const isFirstRun = !isMounted.current;
    isMounted.current = true;
    if (normalizeSearchQuery(field.value) === query) return;
    // Text that the reader typed before hydration has not been searched for yet, so the search starts now.
    if (isFirstRun) search();
    // A link or the back button has changed the query in the URL. The input shows the new query.
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
    // Removing focus hides a phone's on-screen keyboard, which would cover the results.
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
      {Object.entries(otherQueryParameters).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}
