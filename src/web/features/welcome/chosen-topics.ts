import { useLayoutEffect, useState } from 'react';
import { type CategoryId, isCategory } from '#domain/categories.ts';
import { readStoredJson, writeStoredJson } from '#ui/lib/storage.ts';
import { useReader } from '#web/reader/session.ts';

/**
 * Returns the topics that a reader has chosen, and a function that changes them. The topics are stored in the tab's
 * session storage, so that a reload keeps them.
 */
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
    if (reader) writeStoredJson('sessionStorage', nameOf(reader), next);
  }
  return [topics, choose];
}

/**
 * Returns the storage key of a reader's topics. Keys that start with `cache:` are removed at sign-out
 * (`reader/cache.ts`).
 */
const nameOf = (reader: string) => `cache:topics:${reader}`;

function read(reader: string): CategoryId[] {
  const kept = readStoredJson<unknown>('sessionStorage', nameOf(reader));
  return Array.isArray(kept) ? kept.filter(isCategory) : [];
}
