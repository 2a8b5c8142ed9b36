import { useSyncExternalStore } from 'react';
import { SCROLL_TO_TOP_AFTER } from '#domain/messages.ts';
import { visibleScroll } from '#web/lib/motion.ts';
import { Icon } from '#web/ui/icons.tsx';
import styles from './scroll-to-top.module.css';

/**
 * The way back up a long list, offered to who is on that way already: far down, and scrolling up. It stands in
 * the header, or on a wide screen in the page's margin, where it covers nothing of the list.
 */
export function ScrollToTop({ onArrive }: { onArrive: () => void }) {
  const isOffered = useSyncExternalStore(subscribe, current, () => false);
  if (!isOffered) return null;

  function goUp() {
    // The button goes with the reason for it; the keyboard goes on from the top of the page.
    onArrive();
    scrollTo({ top: 0, behavior: visibleScroll() });
  }

  return (
    <button
      className={`icon-btn ${styles.button}`}
      type="button"
      aria-label="Scroll to top"
      onClick={goUp}
    >
      <Icon name="up" />
    </button>
  );
}

/** Where the page was when it was last looked at, in pixels, and whether the reader was on their way up. */
let place = 0;
let isGoingUp = false;

const current = () => isGoingUp && place > SCROLL_TO_TOP_AFTER;

function subscribe(onChange: () => void): () => void {
  const note = () => {
    if (scrollY === place) return;
    isGoingUp = scrollY < place;
    place = scrollY;
    onChange();
  };
  // What has been scrolled on another screen says nothing of this one.
  [place, isGoingUp] = [scrollY, false];
  addEventListener('scroll', note, { passive: true });
  return () => removeEventListener('scroll', note);
}
