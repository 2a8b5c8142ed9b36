import { useSyncExternalStore } from 'react';
import { SCROLL_TO_TOP_THRESHOLD } from '#domain/messages.ts';
import { Icon } from '#ui/icons.tsx';
import { getPreferredScrollBehavior } from '#ui/lib/motion.ts';
import { layoutCopy } from '#web/copy/layout.ts';
import styles from './scroll-to-top-button.module.css';

/**
 * Shows a button that scrolls a long list to its top, once the reader has scrolled {@link SCROLL_TO_TOP_THRESHOLD}
 * pixels (spec 2, "List screens"). The button appears in the header or, on a wide screen, in the margin, where it does
 * not cover the list.
 */
export function ScrollToTopButton({ onArrive }: { onArrive: () => void }) {
  const isVisible = useSyncExternalStore(subscribe, isPastThreshold, () => false);
  if (!isVisible) return null;

  function scrollToTop() {
    // The focused button disappears at the top of the list, so `onArrive` moves focus to the main content.
    onArrive();
    scrollTo({ top: 0, behavior: getPreferredScrollBehavior() });
  }

  return (
    <button
      className={`icon-btn ${styles.button}`}
      type="button"
      aria-label={layoutCopy.top}
      onClick={scrollToTop}
    >
      <Icon name="up" />
    </button>
  );
}

const isPastThreshold = () => scrollY > SCROLL_TO_TOP_THRESHOLD;

function subscribe(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true });
  return () => removeEventListener('scroll', onChange);
}
