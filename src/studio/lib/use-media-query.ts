import { useSyncExternalStore } from 'react';

/**
 * Media query for windows that are wide enough for two columns next to the navigation. The style sheets use the same
 * width.
 */
export const WIDE_WINDOW_MEDIA_QUERY = '(min-width: 64rem)';

/** Returns true if a media query matches. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const mediaQueryList = matchMedia(query);
      mediaQueryList.addEventListener('change', onChange);
      return () => mediaQueryList.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
