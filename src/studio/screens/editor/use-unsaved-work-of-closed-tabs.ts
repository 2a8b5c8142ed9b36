import { useEffect, useState } from 'react';
import type { ArticleEditor } from './article-editor.ts';
import { holdTabLock, listOpenTabs, listUnsavedWork, type UnsavedWork } from './unsaved-work.ts';

/** Returns the newest unsaved text of a closed tab and a function that moves on to the next unsaved text. */
export function useUnsavedWorkOfClosedTabs({
  id,
  member,
  tab,
}: ArticleEditor): [work: UnsavedWork | undefined, next: () => void] {
  const [all, setAll] = useState<readonly UnsavedWork[]>([]);
  useEffect(() => {
    const closing = new AbortController();
    holdTabLock(tab, closing.signal);
    listOpenTabs().then(
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
