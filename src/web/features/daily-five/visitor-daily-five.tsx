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

/** Maximum number of started articles that a visitor can continue. */
const MAX_UNFINISHED = 2;

interface VisitorDailyFiveProps {
  articles: readonly VisitorDailyFiveArticle[];
  /** Renders the articles, each with the text that `detailOf` returns. */
  children: (detailOf: (article: VisitorDailyFiveArticle) => string) => ReactNode;
}

/**
 * The five articles of the day, which are the same for all visitors. Once the page is hydrated, the articles that were
 * read in this browser are marked. Links lead to articles that were started, and a button deletes this browser's
 * reading records. Renders nothing if there are no articles.
 */
export function VisitorDailyFive({ articles, children }: VisitorDailyFiveProps) {
  const stored = useVisitorReadings();
  const [isCleared, setIsCleared] = useState(false);
  const notes = useRef<HTMLDivElement>(null);
  const readings = isCleared ? [] : stored;
  useEffect(() => {
    // Visitors who have read nothing yet load no further code.
    if (stored.length) runWhenIdle(() => saveForOfflineUse(articles));
  }, [stored, articles]);
  if (articles.length === 0) return null;
  const finishedIds = new Set(readings.flatMap(({ id, isFinished }) => (isFinished ? id : [])));
  const readCount = articles.filter(({ id }) => finishedIds.has(id)).length;
  const unfinished = readings.filter(({ isFinished }) => !isFinished).slice(0, MAX_UNFINISHED);

  function clearReadings() {
    clearVisitorReadings();
    runWhenIdle(() => saveForOfflineUse([]));
    setIsCleared(true);
    // The pressed button disappears, so the focus moves to the notes.
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

/** Saves the articles of the day and those that the visitor has read for use without a network. */
async function saveForOfflineUse(articles: readonly { path: string }[]): Promise<void> {
  const { saveVisitorLists } = await import('#web/reader/saved-articles.ts');
  await saveVisitorLists(articles.map(({ path }) => path));
}

/** Links to the parts of articles at which a visitor stopped reading, and to the beginnings of these articles. */
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
