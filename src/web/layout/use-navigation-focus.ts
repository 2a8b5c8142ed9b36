import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusPageHeading, moveFocusTo } from '#ui/focus.ts';
import {
  focusSameControl,
  identifyControl,
  type PressedControl,
} from '#web/lib/pressed-control.ts';

/** The control that the reader pressed most recently on each history entry, by the router's key for the entry. */
const pressedByEntry = new Map<string, PressedControl>();

/**
 * Does for client-side navigations what browsers do on page loads: moves the focus to the heading of the new screen,
 * and announces the screen's title. On back navigation, focuses the control that the reader had last pressed on the
 * restored screen. Returns the announcement, which the caller renders in a polite live region.
 */
export function useNavigationFocus(title: string | undefined): string {
  const { pathname, hash, key } = useLocation();
  const isWayBack = useNavigationType() === 'POP';
  const shown = useRef({ pathname, key });
  const isFocusLost = useLostFocus();
  const [announcement, setAnnouncement] = useState('');
  useLastPressed(key);

  useEffect(() => {
    const before = shown.current;
    if (before.key === key && before.pathname === pathname) return;
    shown.current = { pathname, key };
    const isElsewhere = before.pathname !== pathname;
    if (isElsewhere) setAnnouncement(title ?? '');
    const pressed = isWayBack ? pressedByEntry.get(key) : undefined;
    if (pressed && focusSameControl(pressed)) return;
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

function useLastPressed(key: string): void {
  useEffect(() => {
    const note = ({ target }: Event) => {
      const pressed = identifyControl(target as Element);
      if (pressed) pressedByEntry.set(key, pressed);
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
