import { useEffect } from 'react';
import { useStore } from '#ui/lib/store.ts';
import { runWhenIdle } from '#web/lib/run-when-idle.ts';
import { knownMembersBySetNameStore } from './reader-sets.ts';

/**
 * Saves the reader's bookmarks, the articles read last and, if given, the articles of the day (`today`, as paths) for
 * reading without a network. Does so once the browser is idle, and again after the bookmarks have changed on this page.
 */
export function useSavedLists(today?: readonly string[]): void {
  const bookmarks = useStore(knownMembersBySetNameStore).bookmarks?.members.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the bookmarks requires the lists again
  useEffect(() => {
    runWhenIdle(async () => {
      const { saveReaderLists } = await import('./saved-articles.ts');
      await saveReaderLists(today);
    });
  }, [bookmarks]);
}
