import { type NavigateOptions, useSearchParams } from 'react-router';

/**
 * Returns a function that changes query parameters of the URL. An empty value removes a parameter. The other parameters
 * are read from the current URL, because those of the last render may be outdated. Otherwise, the second of two
 * consecutive changes would undo the first.
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
