import type { ReactNode, Ref } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import type { DailyFiveArticle } from '#domain/daily-five.ts';
import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import styles from './daily-five.module.css';
import { DailyFiveEndNote, DailyFiveFooter, DailyFiveProgress } from './daily-five-footer.tsx';

interface DailyFiveProps {
  five: readonly DailyFiveArticle[];
  /** The tag of the heading: `h1` if it is the first heading on the page. */
  as: 'h1' | 'h2';
  heading?: Ref<HTMLHeadingElement>;
  /** Content below the explanation of how the articles are chosen, such as the reader's topics. */
  topics?: ReactNode;
  /** Renders the articles as rows. `noteOf` returns the note for an article's row. */
  children: (
    articles: readonly ArticleMeta[],
    noteOf: (article: { id: string }) => string,
  ) => ReactNode;
}

/**
 * The section with the five articles of the day for a signed-in reader. It also shows how many of them the reader has
 * read.
 */
export function DailyFive({ five, as: Heading, heading, topics, children }: DailyFiveProps) {
  const readCount = five.filter(({ isFinished }) => isFinished).length;
  const entriesById = new Map(five.map((each) => [each.article.id, each]));
  const noteOf = ({ id }: { id: string }) => {
    const { isFinished, reason } = entriesById.get(id)!;
    return isFinished ? dailyFiveCopy.read : dailyFiveCopy.reasons[reason];
  };
  return (
    <section className={styles.five} aria-labelledby="daily-five">
      <header className={styles.head}>
        <Heading className="title" id="daily-five" ref={heading} tabIndex={-1}>
          {dailyFiveCopy.title}
        </Heading>
        {five.length > 0 && <DailyFiveProgress readCount={readCount} total={five.length} />}
      </header>
      {five.length === 0 && <DailyFiveEndNote>{dailyFiveCopy.nothing}</DailyFiveEndNote>}
      {five.length > 0 &&
        children(
          five.map(({ article }) => article),
          noteOf,
        )}
      <DailyFiveFooter
        isRead={five.length > 0 && readCount === five.length}
        rule={dailyFiveCopy.rule}
      >
        {topics}
      </DailyFiveFooter>
    </section>
  );
}
