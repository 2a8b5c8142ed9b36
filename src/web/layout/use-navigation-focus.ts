import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusPageHeading, moveFocusTo } from '#ui/focus.ts';
import {
  type ControlIdentity,
  focusSameControl,
  identifyControl,
} from '#web/lib/control-identity.ts';

/**
 * For each history entry, the control that the reader clicked most recently. The keys are those by which the router
 * identifies history entries.
 */
const clickedByEntry = new Map<string, ControlIdentity>();

/**
 * Does for client-side navigations what browsers do on page loads: moves the focus to the heading of the new screen,
 * and announces the screen's title. On back navigation, focuses the control that the reader had last clicked on the
 * restored screen. Returns the announcement, which the caller renders in a polite live region.
 */
export function useNavigationFocus(title: string | undefined): string {
  const { pathname, hash, key } = useLocation();
  const isWayBack = useNavigationType() === 'POP';
  const shown = useRef({ pathname, key });
  const isFocusLost = useLostFocus();
  const [announcement, setAnnouncement] = useState('');
  useLastClicked(key);

  useEffect(() => {
    const before = shown.current;
    if (before.key === key && before.pathname === pathname) return;
    shown.current = { pathname, key };
    const isElsewhere = before.pathname !== pathname;
    if (isElsewhere) setAnnouncement(title ?? '');
    const clicked = isWayBack ? clickedByEntry.get(key) : undefined;
    if (clicked && focusSameControl(clicked)) return;
    if (isElsewhere) focusStart(hash);
    else if (isFocusLost()) focusPageHeading();
  }, [pathname, hash, key, isWayBack, title, isFocusLost]);

  return announcement;
}

/** Focuses the target of the URL's fragment, or the heading if there is no target. */
function focusStart(hash: string): void {
  const target = hash && document.getElementById(hash.slice(1));
  if (!target || !moveFocusTo(target)) focusPageHeading();
}

function useLastClicked(key: string): void {
  useEffect(() => {
    const note = ({ target }: Event) => {
      const clicked = identifyControl(target as Element);
      if (clicked) clickedByEntry.set(key, clicked);
    };
    // In the capture phase, the listener runs before a clicked link navigates to another history entry.
    addEventListener('click', note, { capture: true });
    return () => removeEventListener('click', note, { capture: true });
  }, [key]);
}

/**
 * Returns a function that checks whether the last focused element was removed from the page, leaving no element
 * focused.
 */
function useLostFocus(): () => boolean {
  const last = useRef<Element>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      last.current = target as Element;
    };
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  return useCallback(() => {
    const { activeElement, body } = document;
    return activeElement === body && last.current?.isConnected === false;
  }, []);
}
