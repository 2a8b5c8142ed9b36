import { useEffect, useState } from 'react';
import type { Desk } from './desk.ts';
import { announceTab, type Kept, keptOf, openTabs } from './kept.ts';

/** What tabs that are gone kept of the article on the desk, and the way on to the next of them. */
export function useKept({ id, member, tab }: Desk): [kept: Kept | undefined, next: () => void] {
  const [all, setAll] = useState<readonly Kept[]>([]);
  useEffect(() => {
    const closing = new AbortController();
    announceTab(tab, closing.signal);
    openTabs().then(
      (open) => {
        if (!closing.signal.aborted)
          setAll(keptOf({ id, member }, (each) => each === tab || open.has(each)));
      },
      () => undefined,
    );
    return () => closing.abort();
  }, [id, member, tab]);
  return [all[0], () => setAll(all.slice(1))];
}
