import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Scrolls to the top of a list when its URL changes, except on back navigation, which restores the scroll position.
 * Returns a ref for the element that contains the list.
 */
export function useScrollToTopOnChange(address: string) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(address);
  const isWayBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    const { top } = list.current!.getBoundingClientRect();
    if (!isWayBack && top < 0) list.current!.scrollIntoView({ behavior: 'instant' });
  }, [address, isWayBack]);
  return list;
}
