import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Renders content that is far below the fold. After a client-side navigation, it renders in a second step, after the
 * content above it. In the server's HTML and on back navigation, it renders immediately, so that the browser can
 * restore the scroll position.
 */
export function DeferredContent({ children }: { children: ReactNode }) {
  const [isReady, setIsReady] = useState(useNavigationType() === 'POP');

  useEffect(() => {
    startTransition(() => setIsReady(true));
  }, []);

  return isReady && children;
}
