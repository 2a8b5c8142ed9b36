import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Renders content that is far below the visible part of the page. After a client-side navigation, this content is
 * rendered in a second step, after the content above it. In the server's HTML and on back navigation, it is rendered
 * immediately, so that the browser can restore the scroll position.
 */
export function DeferredContent({ children }: { children: ReactNode }) {
  const [isReady, setIsReady] = useState(useNavigationType() === 'POP');

  useEffect(() => {
    startTransition(() => setIsReady(true));
  }, []);

  return isReady && children;
}
