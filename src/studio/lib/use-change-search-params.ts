import { type NavigateOptions, useSearchParams } from 'react-router';

/**
 * Returns a function that changes query parameters in the URL. An empty value removes a parameter. Parameters that are
 * not changed keep their values from the current URL rather than from the last render. Otherwise, the second of two
 * changes in a row would undo the first.
 */
export function useChangeSearchParams() {
  const [, setSearchParams] = useSearchParams();
  return (changes: Readonly<Record<string, string>>, options?: NavigateOptions) => {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value);
      else next.delete(name);
    setSearchParams(next, options);
  };
}
