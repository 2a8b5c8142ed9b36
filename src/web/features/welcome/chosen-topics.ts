import { useLayoutEffect, useState } from 'react';
import { type CategoryId, isCategory } from '#domain/categories.ts';
import { useReader } from '#web/lib/session.ts';

/** The topics a reader has chosen, kept in this tab so that a reload does not ask again. */
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
    if (reader) write(reader, next);
  }
  return [topics, choose];
}

/** What starts with `cache:` is dropped at sign-out (`lib/reader-cache.ts`). */
const nameOf = (reader: string) => `cache:topics:${reader}`;

function read(reader: string): CategoryId[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(reader)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isCategory) : [];
  } catch {
    return [];
  }
}

function write(reader: string, topics: readonly CategoryId[]): void {
  try {
    sessionStorage.setItem(nameOf(reader), JSON.stringify(topics));
  } catch {
    // Storage is full or closed: a reload asks again.
  }
}
