import { useLayoutEffect, useState } from 'react';
import { type CategoryId, isCategory } from '#domain/categories.ts';
import { readStored, writeStored } from '#ui/lib/storage.ts';
import { useReader } from '#web/reader/session.ts';

/** The topics a reader has chosen, kept in this tab, where it can be, so that a reload does not ask again. */
export function useChosenTopics(): [
  topics: readonly CategoryId[],
  choose: (topics: readonly CategoryId[]) => void,
] {
  const reader = useReader()?.id;
  const [topics, setTopics] = useState<readonly CategoryId[]>([]);

  useLayoutEffect(() => {
    if (reader) setTopics(read(reader));
  }, [reader]);

  function choose(next: readonly CategoryId[]) {
    setTopics(next);
    if (reader) writeStored('sessionStorage', nameOf(reader), next);
  }
  return [topics, choose];
}

/** What starts with `cache:` is dropped at sign-out (`reader/cache.ts`). */
const nameOf = (reader: string) => `cache:topics:${reader}`;

function read(reader: string): CategoryId[] {
  const kept = readStored<unknown>('sessionStorage', nameOf(reader));
  return Array.isArray(kept) ? kept.filter(isCategory) : [];
}
