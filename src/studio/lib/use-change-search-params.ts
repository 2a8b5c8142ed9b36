import { type NavigateOptions, useSearchParams } from 'react-router';

/**
 * Returns a function that changes parameters of the URL; an empty value removes a parameter. The function keeps the
 * other parameters of the current URL rather than those of the last render, which may be outdated. Otherwise, the
 * second of two consecutive changes would undo the first.
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
