import { type SubmitEvent, useEffect, useRef } from 'react';
import { normalizeSearchQuery, SEARCH_QUERY_MAX } from '#domain/paging.ts';
import { uiCopy } from './copy.ts';
import { Icon } from './icons.tsx';
import styles from './search-box.module.css';

/** Milliseconds of rest after which what was typed is searched for. */
export const TYPING_DELAY = 150;

interface SearchBoxProps {
  /** The path of the screen that shows what is found. */
  action: string;
  /** What it searches, which is also its name. */
  label: string;
  /** What the address asks for. */
  query: string;
  /** Other parameters of the address that a search keeps, for the form that is sent without a script. */
  kept?: Readonly<Record<string, string>>;
  /** Called with trimmed text, empty when the box was cleared, and never with what is searched for already. */
  onSearch: (text: string) => void;
}

/**
 * Searches while the reader types. Without a script it is a form that asks for the same address. The field
 * keeps its own text, so that what was typed before React was there, or while an answer is on its way,
 * is never overwritten.
 */
export function SearchBox({ action, label, query, kept = {}, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isAlive = useRef(false);

  useEffect(() => () => clearTimeout(rest.current), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it answers a change of the address
  useEffect(() => {
    const field = input.current!;
    const isFirst = !isAlive.current;
    isAlive.current = true;
    if (normalizeSearchQuery(field.value) === query) return;
    // What was typed before React was there nobody has searched for yet.
    if (isFirst) search();
    // The address may change without the field: a link, or the way back.
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
    // The results are under the keyboard of a phone.
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
