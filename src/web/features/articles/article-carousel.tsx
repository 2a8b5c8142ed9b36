import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '#ui/icons.tsx';
import { getPreferredScrollBehavior } from '#ui/lib/motion.ts';
import { Link } from '#ui/link.tsx';
import { articleCarouselCopy } from '#web/copy/article-carousel.ts';
import styles from './article-carousel.module.css';
import { MiniCard, type MiniCardArticle } from './mini-card.tsx';

interface ArticleCarouselProps<Article> {
  title: string;
  articles: readonly Article[];
  /** Returns the text below an article's title on its card, such as the author. The reading time follows this text. */
  detailOf: (article: Article) => string;
  /**
   * The link to the complete list of articles. Its text is "See all", followed by `of` for screen readers only. `of`
   * says what the list contains.
   */
  all?: { path: string; of: string };
  /**
   * True if the page also has a list that may contain the same articles. The carousel's cards then get no view
   * transition names, because these names must be unique.
   */
  isBesideList?: boolean;
  ref?: Ref<HTMLElement>;
}

/** A horizontally scrolling row of articles. Renders nothing if there are no articles. */
export function ArticleCarousel<Article extends MiniCardArticle>({
  title,
  articles,
  detailOf,
  all,
  isBesideList,
  ref,
}: ArticleCarouselProps<Article>) {
  const heading = useId();
  const row = useRef<HTMLUListElement>(null);
  if (articles.length === 0) return null;
  return (
    <section ref={ref} className={styles.carousel} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 className="title" id={heading}>
          {title}
        </h2>
        {all && (
          <Link className="link" to={all.path}>
            {articleCarouselCopy.seeAll}
            <span className="vh"> {all.of}</span>
          </Link>
        )}
        <Arrows row={row} />
      </div>
      <ul className={styles.row} ref={row}>
        {articles.map((article) => (
          <li key={article.id}>
            <MiniCard article={article} detail={detailOf(article)} isDuplicate={isBesideList} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Buttons that scroll a row, for mouse users. They are shown only if the row is wider than its container. */
function Arrows({ row }: { row: React.RefObject<HTMLUListElement | null> }) {
  const [overflow, setOverflow] = useState({ before: false, after: false });

  useEffect(() => {
    const list = row.current!;
    const measureOverflow = () =>
      setOverflow({
        before: list.scrollLeft > 1,
        after: list.scrollLeft + list.clientWidth < list.scrollWidth - 1,
      });
    measureOverflow();
    list.addEventListener('scroll', measureOverflow, { passive: true });
    addEventListener('resize', measureOverflow);
    return () => {
      list.removeEventListener('scroll', measureOverflow);
      removeEventListener('resize', measureOverflow);
    };
  }, [row]);

  if (!overflow.before && !overflow.after) return null;
  const scrollRow = (direction: 1 | -1) =>
    row.current!.scrollBy({
      left: direction * row.current!.clientWidth * 0.8,
      behavior: getPreferredScrollBehavior(),
    });
  return (
    <div className={styles.arrows}>
      <button
        className="icon-btn"
        type="button"
        aria-label={articleCarouselCopy.previous}
        aria-disabled={!overflow.before}
        onClick={() => scrollRow(-1)}
      >
        <Icon name="previous" />
      </button>
      <button
        className="icon-btn"
        type="button"
        aria-label={articleCarouselCopy.next}
        aria-disabled={!overflow.after}
        onClick={() => scrollRow(1)}
      >
        <Icon name="next" />
      </button>
    </div>
  );
}
