import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * What a browser does of itself when a page loads, for moves within the app: the keyboard goes on from the
 * top of the new screen, and its title is announced. Returns the announcement, for a polite live region.
 */
export function useArrival(main: RefObject<HTMLElement | null>, title: string | undefined): string {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    setAnnouncement(title ?? '');
  }, [main, pathname, title]);

  return announcement;
}
