import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { layoutCopy } from '#web/copy/layout.ts';
import styles from './loading-bar.module.css';

/** Loading time in milliseconds after which the loading bar appears. */
const DELAY = 150;

/** Shows a line along the top edge of the window while the next screen loads. */
export function LoadingBar() {
  const isLoading = useNavigation().state !== 'idle';
  const [isSlow, setIsSlow] = useState(false);

  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsSlow(true), DELAY);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isLoading]);

  return (
    isSlow && <div className={styles.line} role="progressbar" aria-label={layoutCopy.loading} />
  );
}
