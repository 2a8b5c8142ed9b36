import { type ReactNode, useEffect, useRef, useState } from 'react';
import { getCategory } from '#domain/categories.ts';
import type { VisitorDailyFiveArticle } from '#domain/page.ts';
import { moveFocusTo } from '#ui/focus.ts';
import { Link } from '#ui/link.tsx';
import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import { runWhenIdle } from '#web/lib/run-when-idle.ts';
import {
  clearVisitorReadings,
  useVisitorReadings,
  type VisitorReading,
} from '#web/reader/visitor-readings.ts';
import { DailyFiveFooter, DailyFiveProgress } from './daily-five-footer.tsx';
import styles from './visitor-daily-five.module.css';

/** Maximum number of unfinished articles that are offered to a visitor. */
const MAX_UNFINISHED = 2;

interface VisitorDailyFiveProps {
  articles: readonly VisitorDailyFiveArticle[];
  /** Renders the articles. `detailOf` returns the text to show with an article. */
  children: (detailOf: (article: VisitorDailyFiveArticle) => string) => ReactNode;
}

/**
 * The section with the five articles of the day for signed-out visitors, who all get the same five. After hydration, it
 * marks the articles that were read in this browser, and links to unfinished articles. A button deletes this browser's
 * record of read articles. Renders nothing if there are no articles.
 */
export function VisitorDailyFive({ articles, children }: VisitorDailyFiveProps) {
  const stored = useVisitorReadings();
  const [isCleared, setIsCleared] = useState(false);
  const notes = useRef<HTMLDivElement>(null);
  const readings = isCleared ? [] : stored;
  useEffect(() => {
    // Visitors who have not read anything do not need the code that saves articles for offline reading.
    if (stored.length) runWhenIdle(() => saveForOfflineUse(articles));
  }, [stored, articles]);
  if (articles.length === 0) return null;
  const finishedIds = new Set(readings.flatMap(({ id, isFinished }) => (isFinished ? id : [])));
  const readCount = articles.filter(({ id }) => finishedIds.has(id)).length;
  const unfinished = readings.filter(({ isFinished }) => !isFinished).slice(0, MAX_UNFINISHED);

  function clearReadings() {
    clearVisitorReadings();
    runWhenIdle(removeSavedArticles);
    setIsCleared(true);
    // The pressed button disappears, so the notes below the articles receive focus.
    moveFocusTo(notes.current!);
  }

  return (
    <div>
      {children(({ id, category }) =>
        finishedIds.has(id) ? dailyFiveCopy.read : getCategory(category).name,
      )}
      <div className={styles.notes} ref={notes}>
        <DailyFiveProgress readCount={readCount} total={articles.length} />
        <DailyFiveFooter isRead={readCount === articles.length} rule={dailyFiveCopy.visitorRule} />
        {unfinished.length > 0 && <ContinueReading readings={unfinished} />}
        {readings.length > 0 && (
          <button className="btn btn-text" type="button" onClick={clearReadings}>
            {dailyFiveCopy.clearOnDevice}
          </button>
        )}
      </div>
    </div>
  );
}

async function removeSavedArticles(): Promise<void> {
  const { removeVisitorArticles } = await import('#web/reader/saved-articles.ts');
  await removeVisitorArticles();
}

/**
 * Saves two kinds of articles for offline reading: the articles of the day, and the articles that the visitor has read
 * most recently.
 */
async function saveForOfflineUse(articles: readonly { path: string }[]): Promise<void> {
  const { saveVisitorArticlesForOffline } = await import('#web/reader/saved-articles.ts');
  await saveVisitorArticlesForOffline(articles.map(({ path }) => path));
}

/**
 * Links to the parts of articles at which a visitor stopped reading. For each article, a second link leads to its
 * beginning.
 */
function ContinueReading({ readings }: { readings: readonly VisitorReading[] }) {
  return (
    <section className={styles.continue} aria-labelledby="continue">
      <h3 className="label" id="continue">
        {dailyFiveCopy.continue}
      </h3>
      <ul>
        {readings.map(({ id, path, title, section }) => (
          <li key={id}>
            <Link className="link" to={`${path}#${section}`}>
              {title}
            </Link>
            <Link className="link" to={path}>
              {dailyFiveCopy.startAgain}
              <span className="vh">{`: ${title}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
