import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/**
 * What stands far below the first window of a screen. A reader who comes from another screen is shown the rest first,
 * and this in the next turn; a document has it from the start, and so has the way back, which leads to a place in it.
 */
export function DeferredContent({ children }: { children: ReactNode }) {
  const [isTime, setIsTime] = useState(useNavigationType() === 'POP');

  useEffect(() => {
    startTransition(() => setIsTime(true));
  }, []);

  return isTime && children;
}
