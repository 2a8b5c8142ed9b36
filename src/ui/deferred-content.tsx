import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Renders content far below the fold. After a client-side navigation, the content renders in a second step, after the
 * content above it. In the server's HTML and on back navigation, it renders immediately, so that the scroll position
 * can be restored.
 */
export function DeferredContent({ children }: { children: ReactNode }) {
  const [isTime, setIsTime] = useState(useNavigationType() === 'POP');

  useEffect(() => {
    startTransition(() => setIsTime(true));
  }, []);

  return isTime && children;
}
