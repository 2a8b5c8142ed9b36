import { useEffect, useState } from 'react';
import type { ArticleEditor } from './article-editor.ts';
import {
  holdTabLock,
  listOpenEditorTabIds,
  listUnsavedWorkOfClosedTabs,
  type UnsavedWork,
} from './unsaved-work.ts';

/** Returns the newest unsaved text of a closed tab, and a function that moves on to the next unsaved text. */
export function useUnsavedWorkOfClosedTabs({
  id,
  member,
  tab,
}: ArticleEditor): [work: UnsavedWork | undefined, next: () => void] {
  const [remaining, setRemaining] = useState<readonly UnsavedWork[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    holdTabLock(tab, controller.signal);
    listOpenEditorTabIds().then(
      (openTabs) => {
        if (!controller.signal.aborted)
          setRemaining(
            listUnsavedWorkOfClosedTabs(
              { id, member },
              (each) => each === tab || openTabs.has(each),
            ),
          );
      },
      () => undefined,
    );
    return () => controller.abort();
  }, [id, member, tab]);
  return [remaining[0], () => setRemaining(remaining.slice(1))];
}
