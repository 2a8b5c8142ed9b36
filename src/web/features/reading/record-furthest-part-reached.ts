import type { ArticleMeta } from '#domain/article.ts';
import {
  MAX_REPORTED_READING_AGE_IN_MILLISECONDS,
  READING_SECTIONS,
  type ReadingSection,
} from '#domain/reading.ts';
import { articleActionApiPath, sendPut } from '#ui/lib/api.ts';
import { runWhenIdle } from '#web/lib/run-when-idle.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { finishedSet } from '#web/reader/finished-set.ts';
import { reloadReaderItemSet } from '#web/reader/reload-reader-set.ts';
import { readCurrentReader } from '#web/reader/session.ts';
import { storeVisitorReading } from '#web/reader/visitor-readings.ts';

/**
 * With these observer options, a part counts as reached once its start is in the upper half of the window, or above the
 * window. Parts above the window count, because a reader may skip a part.
 */
const IN_UPPER_HALF = { rootMargin: '99999px 0px -50% 0px' };
/** With these observer options, the end of the article counts as reached once it is in the window or above it. */
const IN_WINDOW = { rootMargin: '99999px 0px 0px 0px' };
/**
 * Delay in milliseconds until a reached part is reported. If the reader scrolls through several parts, only the last
 * one is reported.
 */
const REPORT_DELAY = 2000;

/** The article fields that are needed to record how far an article was read. */
export type TrackedArticle = Pick<ArticleMeta, 'authorAlias' | 'id' | 'path' | 'title'>;

/**
 * Reports to the server how far a reader has read an article since opening it. For a signed-out visitor (`reader` is
 * undefined), stores this in the browser instead. `end` is an element after the last part of the article. When it comes
 * into view, the article counts as finished. Reports immediately when the reader finishes the article, hides the page
 * or leaves the article (`signal` is aborted).
 */
export function recordFurthestPartReached(
  reader: string | undefined,
  article: TrackedArticle,
  end: HTMLElement,
  signal: AbortSignal,
): void {
  let furthestIndex = -1;
  /** The time at which the furthest part was reached, in milliseconds since 1970. */
  let reachedAt = 0;
  let reportedIndex = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const observe = (
    options: IntersectionObserverInit,
    parts: readonly Element[],
    onReach: (part: Element) => void,
  ) => {
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) onReach(target);
    }, options);
    for (const part of parts) observer.observe(part);
    signal.addEventListener('abort', () => observer.disconnect());
  };

  observe(IN_UPPER_HALF, listParts(end.parentElement!), ({ id }) => {
    recordReached(id as ReadingSection);
    clearTimeout(timer);
    timer = setTimeout(report, REPORT_DELAY);
  });
  observe(IN_WINDOW, [end], () => {
    recordReached('end');
    report();
  });
  document.addEventListener('visibilitychange', report, { signal });
  signal.addEventListener('abort', report);

  function recordReached(section: ReadingSection) {
    const index = READING_SECTIONS.indexOf(section);
    if (index <= furthestIndex) return;
    furthestIndex = index;
    reachedAt = Date.now();
  }

  function report() {
    clearTimeout(timer);
    if (furthestIndex === reportedIndex) return;
    reportedIndex = furthestIndex;
    const section = READING_SECTIONS[furthestIndex]!;
    // The time at which the part was reached is sent, because this report comes later. If a narration scrolled the page
    // to this part and was paused before the report, the pause must count as the more recent event.
    if (reader) sendReading(reader, article, section, reachedAt);
    else {
      storeVisitorReading(article, section);
      saveForOfflineUse();
    }
  }
}

/**
 * Sends the part that a reader reached at `reachedAt` (milliseconds since 1970). If the browser is offline, tries again
 * once it is online, as long as the page is open and the same reader is signed in. Ignores other failures.
 */
async function sendReading(
  reader: string,
  article: TrackedArticle,
  section: ReadingSection,
  reachedAt: number,
): Promise<void> {
  if (readCurrentReader()?.id !== reader) return;
  const readAgo = Math.min(
    Math.max(0, Date.now() - reachedAt),
    MAX_REPORTED_READING_AGE_IN_MILLISECONDS,
  );
  try {
    // `keepalive` lets the request complete even if the page is closed.
    await sendPut(
      articleActionApiPath(article, 'reading'),
      { section, readAgo },
      { keepalive: true },
    );
    removeCachedPersonalPayloads();
    saveForOfflineUse();
    // The server decides whether a finished article is added to the history, so the set of finished articles is loaded
    // again.
    if (section === 'end') void reloadReaderItemSet(finishedSet);
  } catch {
    if (!navigator.onLine)
      addEventListener('online', () => sendReading(reader, article, section, reachedAt), {
        once: true,
      });
  }
}

/** Saves the most recently read articles for offline reading, once the browser is idle. */
function saveForOfflineUse(): void {
  runWhenIdle(async () => {
    const { saveRecentlyReadArticles } = await import('#web/reader/saved-articles.ts');
    await saveRecentlyReadArticles();
  });
}

/**
 * Returns the elements of an article whose IDs are in {@link READING_SECTIONS}. Every ID in this list except `end` has
 * an element.
 */
function listParts(text: Element): Element[] {
  return READING_SECTIONS.flatMap((id) => text.querySelector(`#${id}`) ?? []);
}
