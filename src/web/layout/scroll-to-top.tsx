import { useSyncExternalStore } from 'react';
import { SCROLL_TO_TOP_AFTER } from '#domain/messages.ts';
import { visibleScroll } from '#web/lib/motion.ts';
import { Icon } from '#web/ui/icons.tsx';
import styles from './scroll-to-top.module.css';

/** The way back up, offered once it is a long one. */
export function ScrollToTop({ onArrive }: { onArrive: () => void }) {
  const isFarDown = useSyncExternalStore(subscribe, measure, () => false);
  if (!isFarDown) return null;

  function goUp() {
    // The button goes with the reason for it; the keyboard goes on from the top of the page.
    onArrive();
    scrollTo({ top: 0, behavior: visibleScroll() });
  }

  return (
    <button className={styles.button} type="button" aria-label="Scroll to top" onClick={goUp}>
      <Icon name="up" />
    </button>
  );
}

function subscribe(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true });
  return () => removeEventListener('scroll', onChange);
}

const measure = () => scrollY > SCROLL_TO_TOP_AFTER;
