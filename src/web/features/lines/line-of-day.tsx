import { createLineHref } from '#domain/lines.ts';
import type { LineOfDay as LineOfDayProps } from '#domain/page.ts';
import { Link } from '#ui/link.tsx';
import { linesCopy } from '#web/copy/lines.ts';
import { formatUtcDate } from '#web/lib/dates.ts';
import styles from './line-of-day.module.css';

/** A passage that the reader kept some time ago, with a link to its place in the article. */
export function LineOfDay({ line, today }: LineOfDayProps) {
  const { text, article } = line;
  return (
    <section className={styles.line} aria-labelledby="line-of-day">
      <h2 className="label" id="line-of-day">
        {describeTime(line.keptAt, today)}
      </h2>
      <blockquote>{text}</blockquote>
      <p className={styles.below}>
        <span>{linesCopy.from(article.title, article.authorAlias)}</span>
        {/* The URL contains a text fragment. Browsers scroll to it only when they load a new document. */}
        <Link className="link" to={createLineHref(line)} reloadDocument>
          {line.isInArticle ? linesCopy.place[line.section] : linesCopy.openArticle}
        </Link>
        <Link className="link" to="/profile/lines">
          {linesCopy.allYours}
        </Link>
      </p>
    </section>
  );
}

/**
 * Returns a phrase that says when a passage was kept. The phrase contains the exact day if the passage was kept in the
 * current month, and only the month otherwise.
 */
function describeTime(keptAt: string, today: string): string {
  const date = formatUtcDate(keptAt);
  if (keptAt.slice(0, 7) === today.slice(0, 7)) return linesCopy.keptOn(date);
  const [month, , year] = date.split(' ');
  return linesCopy.keptIn(year === today.slice(0, 4) ? month! : `${month} ${year}`);
}
