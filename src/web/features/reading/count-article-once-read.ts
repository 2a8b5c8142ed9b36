import type { ArticleIdentity } from '#domain/article.ts';
import { MIN_READING_TIME_SHARE, READING_THRESHOLDS } from '#domain/counts.ts';
import { countWords, READING_WORDS_PER_MINUTE } from '#domain/reading-time.ts';
import { sendCountOnce } from '#web/lib/counts.ts';
import { readCurrentConsent } from '#web/reader/consent.ts';

/** Interval in milliseconds between two checks of which parts of the article are in view. */
const CHECK_INTERVAL = 1000;
/** Observer options that exclude the lowest quarter of the window, because readers usually read text above it. */
const IN_VIEW = { rootMargin: '0px 0px -25% 0px' };

interface Part {
  words: number;
  /** The number of seconds for which this part of the article must still be in view to count as read. */
  remainingSeconds: number;
}

/**
 * Counts an article as read once half of its words have been read. A part of the article counts as read once it has
 * been in view for a third of its reading time while the page was visible. For readers who have agreed to analytics,
 * also counts the article as finished once nearly all words have been read. Stops when `signal` is aborted.
 */
export function countArticleOnceRead(
  article: ArticleIdentity,
  text: HTMLElement,
  signal: AbortSignal,
): void {
  const parts = collectParts(text);
  const elementsInView = new Set<Element>();
  const totalWords = sumWords(parts.values());
  const remainingThresholds = [...READING_THRESHOLDS];
  let wordsRead = 0;

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) elementsInView.add(target);
      else elementsInView.delete(target);
  }, IN_VIEW);
  for (const element of parts.keys()) observer.observe(element);

  const timer = setInterval(checkParts, CHECK_INTERVAL);
  signal.addEventListener('abort', stop);

  function checkParts(): void {
    if (document.hidden) return;
    for (const element of elementsInView) {
      const part = parts.get(element)!;
      part.remainingSeconds -= CHECK_INTERVAL / 1000;
      if (part.remainingSeconds > 0) continue;
      wordsRead += part.words;
      // The intersection observer may report the same part again, but each part must count only once.
      part.remainingSeconds = Number.POSITIVE_INFINITY;
      elementsInView.delete(element);
      observer.unobserve(element);
    }
    while (remainingThresholds.length && wordsRead >= remainingThresholds[0]!.share * totalWords) {
      const { kind, isAnalytics } = remainingThresholds.shift()!;
      // An analytics event is counted only if the reader has agreed to analytics by the time it occurs.
      if (isAnalytics && !readCurrentConsent().choices.analytics) remainingThresholds.length = 0;
      else sendCountOnce(article, kind);
    }
    if (!remainingThresholds.length) stop();
  }

  function stop(): void {
    clearInterval(timer);
    observer.disconnect();
  }
}

/** Returns the narrated parts of an article, by element. Only these parts count. */
function collectParts(text: HTMLElement): Map<Element, Part> {
  const parts = [...text.querySelectorAll('[data-anchor]')].map((element) => {
    const words = countWords(element.textContent);
    return [
      element,
      { words, remainingSeconds: (MIN_READING_TIME_SHARE * 60 * words) / READING_WORDS_PER_MINUTE },
    ] as const;
  });
  return new Map(parts);
}

function sumWords(parts: Iterable<Part>): number {
  return [...parts].reduce((sum, { words }) => sum + words, 0);
}
