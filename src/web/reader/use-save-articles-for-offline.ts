import { useEffect } from 'react';
import { useStore } from '#ui/lib/store.ts';
import { runWhenIdle } from '#web/lib/run-when-idle.ts';
import { knownMembersBySetNameStore } from './reader-sets.ts';

/**
 * Saves articles for offline reading once the browser is idle: the reader's bookmarks, the most recently read articles
 * and, if given, the articles of the day (`today` contains their paths). Repeats this when the page loads the bookmarks
 * or learns that they have changed.
 */
export function useSaveArticlesForOffline(today?: readonly string[]): void {
  const bookmarks = useStore(knownMembersBySetNameStore).bookmarks?.members.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the bookmarks requires the lists again
  useEffect(() => {
    runWhenIdle(async () => {
      const { saveReaderArticlesForOffline } = await import('./saved-articles.ts');
      await saveReaderArticlesForOffline(today);
    });
  }, [bookmarks]);
}
