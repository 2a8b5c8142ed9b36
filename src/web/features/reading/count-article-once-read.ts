import type { ArticleIdentity } from '#domain/article.ts';
import { MIN_READING_TIME_SHARE, READING_THRESHOLDS } from '#domain/counts.ts';
import { countWords, READING_WORDS_PER_MINUTE } from '#domain/reading-time.ts';
import { sendCountOnce } from '#web/lib/counts.ts';
import { readCurrentConsent } from '#web/reader/consent.ts';

/** Interval in milliseconds between two checks of the parts in view. */
const CHECK_INTERVAL = 1000;
/** Observer options that exclude the lowest quarter of the screen, where readers are not reading yet. */
const IN_VIEW = { rootMargin: '0px 0px -25% 0px' };

interface Part {
  words: number;
  /** Seconds for which this part of the article must still be in view until it counts as read. */
  remainingSeconds: number;
}

/**
 * Counts an article as read once parts with half of its words have each been in view for at least a third of their
 * reading time, while the page was visible. For readers who agree to analytics, also counts the article as read to the
 * end once this applies to nearly all of its words. Stops when `signal` is aborted.
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
      // The observer may report this part again, but the part must count only once.
      part.remainingSeconds = Number.POSITIVE_INFINITY;
      elementsInView.delete(element);
      observer.unobserve(element);
    }
    while (remainingThresholds.length && wordsRead >= remainingThresholds[0]!.share * totalWords) {
      const { kind, isAnalytics } = remainingThresholds.shift()!;
      // Reading to the end is only counted for readers who have agreed to analytics by the time they have read half of
      // the article.
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

/** Returns the parts of an article that a narration reads. Only these parts count as text to read. */
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
