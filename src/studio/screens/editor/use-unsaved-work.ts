import { useEffect, useState } from 'react';
import type { Desk } from './desk.ts';
import { announceTab, listUnsavedWork, openTabs, type UnsavedWork } from './unsaved-work.ts';

/** Returns what a closed tab did not save of the article, newest first, and a function that goes on to the next. */
export function useUnsavedWork({
  id,
  member,
  tab,
}: Desk): [work: UnsavedWork | undefined, next: () => void] {
  const [all, setAll] = useState<readonly UnsavedWork[]>([]);
  useEffect(() => {
    const closing = new AbortController();
    announceTab(tab, closing.signal);
    openTabs().then(
      (open) => {
        if (!closing.signal.aborted)
          setAll(listUnsavedWork({ id, member }, (each) => each === tab || open.has(each)));
      },
      () => undefined,
    );
    return () => closing.abort();
  }, [id, member, tab]);
  return [all[0], () => setAll(all.slice(1))];
}
