import { useMemo } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import { READING_SECTIONS, type ReadingSection } from '#domain/reading.ts';
import {
  readStoredJson,
  readStoredText,
  removeStoredItem,
  writeStoredJson,
} from '#ui/lib/storage.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';

/** Storage key of the articles that were read in this browser without signing in. */
const KEY = 'visitor-readings';
/** Maximum number of articles to store. Each article takes about 150 bytes. */
const MAX_STORED = 100;

/** An article that was read in this browser without signing in. */
export interface VisitorReading extends Pick<ArticleMeta, 'id' | 'path' | 'title'> {
  /** The furthest part that the visitor reached when they last read the article. */
  section: ReadingSection;
  /** True if the visitor has ever finished the article, even if they have started it again. */
  isFinished: boolean;
}

/** Returns the articles that were read in this browser without signing in, most recent first. */
export function listVisitorReadings(): readonly VisitorReading[] {
  const stored = readStoredJson<unknown>('localStorage', KEY);
  const valid = Array.isArray(stored) ? stored.filter(isVisitorReading) : [];
  return [...new Map(valid.map((reading) => [reading.id, reading])).values()];
}

/**
 * Returns true if a stored entry is valid. Entries may be invalid, because other code or the visitor may have changed
 * local storage.
 */
function isVisitorReading(entry: unknown): entry is VisitorReading {
  const { id, path, title, section } = (entry ?? {}) as Partial<VisitorReading>;
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof path === 'string' &&
    /^\/[^/]/.test(path) &&
    READING_SECTIONS.includes(section!)
  );
}

/** Stores the part of an article that a visitor has reached. The article becomes the most recent one. */
export function storeVisitorReading(
  { id, path, title }: Pick<ArticleMeta, 'id' | 'path' | 'title'>,
  section: ReadingSection,
): void {
  const readings = listVisitorReadings();
  const wasFinished = readings.some((reading) => reading.id === id && reading.isFinished);
  const reading = { id, path, title, section, isFinished: wasFinished || section === 'end' };
  const otherReadings = readings.filter((other) => other.id !== id);
  writeStoredJson('localStorage', KEY, [reading, ...otherReadings].slice(0, MAX_STORED));
}

/** Removes the record of all articles that were read in this browser without signing in. */
export function clearVisitorReadings(): void {
  removeStoredItem('localStorage', KEY);
}

/**
 * Returns the result of {@link listVisitorReadings}, or an empty list until the page is hydrated. Rerenders the
 * component when another tab changes the list.
 */
export function useVisitorReadings(): readonly VisitorReading[] {
  const stored = useBrowserValue(watchStorage, () => readStoredText('localStorage', KEY));
  return useMemo(() => (stored ? listVisitorReadings() : []), [stored]);
}

function watchStorage(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}
