import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusHeading, takeFocus } from '#ui/focus.ts';
import { describeControl, type PressedControl, refocusControl } from '#web/lib/pressed-control.ts';

/** What was pressed last on each entry of the browser's history, by the router's key of it. */
const pressedByEntry = new Map<string, PressedControl>();

/**
 * What a browser does of itself when a page loads, for moves within the app: the keyboard goes on from the
 * heading of the new screen, and its title is announced. On the way back it goes on from what was pressed
 * there. Returns the announcement, for a polite live region.
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
    if (pressed && refocusControl(pressed)) return;
    if (isElsewhere) focusStart(hash);
    else if (isFocusLost()) focusHeading();
  }, [pathname, hash, key, isWayBack, title, isFocusLost]);

  return announcement;
}

/** Where the address points to on the new screen, or else its heading. */
function focusStart(hash: string): void {
  const target = hash && document.getElementById(hash.slice(1));
  if (!target || !takeFocus(target)) focusHeading();
}

function useLastPressed(key: string): void {
  useEffect(() => {
    const note = ({ target }: Event) => {
      const pressed = describeControl(target as Element);
      if (pressed) pressedByEntry.set(key, pressed);
    };
    // Before the link itself moves on.
    addEventListener('click', note, { capture: true });
    return () => removeEventListener('click', note, { capture: true });
  }, [key]);
}

/** Tells whether what had the focus has gone from the page, and nothing has it now. */
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
