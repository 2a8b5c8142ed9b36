import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Content far below the fold. After a client-side navigation it renders in a second step, after the content above. In
 * the server's HTML, and when going back to a scroll position, it is there at once.
 */
export function DeferredContent({ children }: { children: ReactNode }) {
  const [isTime, setIsTime] = useState(useNavigationType() === 'POP');

  useEffect(() => {
    startTransition(() => setIsTime(true));
  }, []);

  return isTime && children;
}
