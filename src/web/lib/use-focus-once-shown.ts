import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref for an element that receives focus when `isShown` becomes true. Use it when the button that the reader
 * clicked disappears at that moment.
 */
export function useFocusOnceShown<Kind extends HTMLElement>(
  isShown: boolean,
): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (isShown && !wasShown.current) element.current?.focus();
    wasShown.current = isShown;
  }, [isShown]);
  return element;
}
