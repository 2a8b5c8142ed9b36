import { useEffect, useRef } from 'react';
import styles from './reading-progress.module.css';

/**
 * A line below the header that shows how far the reader has scrolled through the parent element. Uses a scroll-driven
 * animation if the browser supports it, otherwise a scroll listener.
 */
export function ReadingProgress() {
  const line = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (CSS.supports('animation-timeline', '--read')) return;
    const { style, parentElement } = line.current!;
    const updateProgress = () => {
      const { top, height } = parentElement!.getBoundingClientRect();
      const progress = -top / Math.max(1, height - innerHeight);
      style.transform = `scaleX(${Math.min(1, Math.max(0, progress))})`;
    };
    updateProgress();
    addEventListener('scroll', updateProgress, { passive: true });
    return () => removeEventListener('scroll', updateProgress);
  }, []);

  return <div className={styles.line} ref={line} aria-hidden="true" />;
}
