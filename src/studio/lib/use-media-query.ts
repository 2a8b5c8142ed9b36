import { useSyncExternalStore } from 'react';

/** Wide enough for two columns beside the navigation; as in the style sheets. */
export const WIDE_SCREEN_QUERY = '(min-width: 64rem)';

/** Whether a media query holds. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
