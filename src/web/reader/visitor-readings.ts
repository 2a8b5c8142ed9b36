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

/** Storage key of the articles that visitors have read in this browser. */
const KEY = 'visitor-readings';
/** Maximum number of articles to store. Each takes about 150 bytes. */
const MAX_STORED = 100;

/** An article that was read in this browser without signing in. */
export interface VisitorReading extends Pick<ArticleMeta, 'id' | 'path' | 'title'> {
  /** The furthest part that was reached in the last visit. */
  section: ReadingSection;
  /** True once the article was finished, even if it was started again. */
  isFinished: boolean;
}

/** Returns the articles that were read in this browser without signing in, most recent first. */
export function listVisitorReadings(): readonly VisitorReading[] {
  const stored = readStoredJson<unknown>('localStorage', KEY);
  const valid = Array.isArray(stored) ? stored.filter(isVisitorReading) : [];
  return [...new Map(valid.map((reading) => [reading.id, reading])).values()];
}

/** Returns true for a valid entry. Other code, or a reader, may have changed the stored data. */
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

/** Stores the part of an article that a visitor has reached. */
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

/** Removes all stored articles. */
export function clearVisitorReadings(): void {
  removeStoredItem('localStorage', KEY);
}

/**
 * Returns the result of {@link listVisitorReadings}, or an empty list until the page is hydrated. Renders again after a
 * change in another tab.
 */
export function useVisitorReadings(): readonly VisitorReading[] {
  const stored = useBrowserValue(watchStorage, () => readStoredText('localStorage', KEY));
  return useMemo(() => (stored ? listVisitorReadings() : []), [stored]);
}

function watchStorage(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}
