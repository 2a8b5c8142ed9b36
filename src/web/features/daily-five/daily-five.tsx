import type { ReactNode, Ref } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import type { DailyFiveArticle } from '#domain/daily-five.ts';
import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import styles from './daily-five.module.css';

interface DailyFiveProps {
  five: readonly DailyFiveArticle[];
  /** The heading's element: `h1` if the section is the page's first. */
  as: 'h1' | 'h2';
  heading?: Ref<HTMLHeadingElement>;
  /** Content below the explanation of the choice, such as the reader's topics. */
  topics?: ReactNode;
  /** Renders the articles as rows, each with the note that `noteOf` returns. */
  children: (
    articles: readonly ArticleMeta[],
    noteOf: (article: ArticleMeta) => string,
  ) => ReactNode;
}

/** A reader's five articles of the day, with a leaf for each that fills when the article is read. */
export function DailyFive({ five, as: Heading, heading, topics, children }: DailyFiveProps) {
  const read = five.filter(({ isFinished }) => isFinished).length;
  const byId = new Map(five.map((each) => [each.article.id, each]));
  const noteOf = ({ id }: ArticleMeta) => {
    const { isFinished, reason } = byId.get(id)!;
    return isFinished ? dailyFiveCopy.read : dailyFiveCopy.reasons[reason];
  };
  return (
    <section className={styles.five} aria-labelledby="daily-five">
      <header className={styles.head}>
        <Heading className="title" id="daily-five" ref={heading} tabIndex={-1}>
          {dailyFiveCopy.title}
        </Heading>
        {five.length > 0 && <Leaves read={read} of={five.length} />}
      </header>
      {five.length === 0 && <p className={styles.end}>{dailyFiveCopy.nothing}</p>}
      {five.length > 0 &&
        children(
          five.map(({ article }) => article),
          noteOf,
        )}
      {five.length > 0 && read === five.length && (
        <p className={styles.end}>{dailyFiveCopy.done}</p>
      )}
      <details className={styles.why}>
        <summary>{dailyFiveCopy.why}</summary>
        <p>{dailyFiveCopy.rule}</p>
        {topics}
      </details>
    </section>
  );
}

/** Five small leaves, filled for each article that was read, with the number as text. */
function Leaves({ read, of }: { read: number; of: number }) {
  const leaves = Array.from({ length: of }, (_, at) => `leaf ${at}`);
  return (
    <p className={styles.leaves}>
      {leaves.map((leaf, at) => (
        <span key={leaf} className={at < read ? styles.filled : styles.leaf} aria-hidden="true" />
      ))}
      <span>{dailyFiveCopy.progress(read, of)}</span>
    </p>
  );
}
