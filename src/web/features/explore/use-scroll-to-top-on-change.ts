import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Scrolls to the top of a list when its URL changes. Does not scroll when the reader goes back or forward, because the
 * router then restores the scroll position. Returns a ref for the element that contains the list.
 */
export function useScrollToTopOnChange(url: string) {
  const list = useRef<HTMLDivElement>(null);
  const shownUrl = useRef(url);
  const isBackNavigation = useNavigationType() === 'POP';
  useEffect(() => {
    if (shownUrl.current === url) return;
    shownUrl.current = url;
    const { top } = list.current!.getBoundingClientRect();
    if (!isBackNavigation && top < 0) list.current!.scrollIntoView({ behavior: 'instant' });
  }, [url, isBackNavigation]);
  return list;
}
