import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusPageHeading, moveFocusTo } from '#ui/focus.ts';
import {
  type ControlIdentity,
  focusSameControl,
  identifyControl,
} from '#web/lib/control-identity.ts';

/** The control that the reader last clicked on each history entry, by the entry's key in the router. */
const clickedByEntry = new Map<string, ControlIdentity>();

/**
 * Manages focus during client-side navigation, as browsers do when they load a page. Moves focus to the new screen's
 * heading and announces its title. On back navigation, focuses the control that the reader last clicked on that screen.
 * Returns the announcement, which the caller renders in a polite live region.
 */
export function useNavigationFocus(title: string | undefined): string {
  const { pathname, hash, key } = useLocation();
  const isHistoryNavigation = useNavigationType() === 'POP';
  const shownLocation = useRef({ pathname, key });
  const isFocusLost = useLostFocus();
  const [announcement, setAnnouncement] = useState('');
  useLastClickedControl(key);

  useEffect(() => {
    const previous = shownLocation.current;
    if (previous.key === key && previous.pathname === pathname) return;
    shownLocation.current = { pathname, key };
    const isNewPath = previous.pathname !== pathname;
    if (isNewPath) setAnnouncement(title ?? '');
    const clickedControl = isHistoryNavigation ? clickedByEntry.get(key) : undefined;
    if (clickedControl && focusSameControl(clickedControl)) return;
    if (isNewPath) focusTargetOrHeading(hash);
    else if (isFocusLost()) focusPageHeading();
  }, [pathname, hash, key, isHistoryNavigation, title, isFocusLost]);

  return announcement;
}

/** Focuses the target of the URL's fragment, or the heading if there is no target. */
function focusTargetOrHeading(hash: string): void {
  const target = hash && document.getElementById(hash.slice(1));
  if (!target || !moveFocusTo(target)) focusPageHeading();
}

function useLastClickedControl(key: string): void {
  useEffect(() => {
    const recordClick = ({ target }: Event) => {
      const clickedControl = identifyControl(target as Element);
      if (clickedControl) clickedByEntry.set(key, clickedControl);
    };
    // The listener runs in the capture phase, before a clicked link navigates to another history entry.
    addEventListener('click', recordClick, { capture: true });
    return () => removeEventListener('click', recordClick, { capture: true });
  }, [key]);
}

/** Returns a function that checks whether focus was lost because the focused element was removed from the page. */
function useLostFocus(): () => boolean {
  const lastFocused = useRef<Element>(null);
  useEffect(() => {
    const recordFocus = ({ target }: Event) => {
      lastFocused.current = target as Element;
    };
    addEventListener('focusin', recordFocus);
    return () => removeEventListener('focusin', recordFocus);
  }, []);
  return useCallback(() => {
    const { activeElement, body } = document;
    return activeElement === body && lastFocused.current?.isConnected === false;
  }, []);
}
