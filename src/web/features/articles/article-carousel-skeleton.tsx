import { MiniCardSkeleton } from '#ui/skeleton.tsx';
import styles from './article-carousel.module.css';

interface ArticleCarouselSkeletonProps {
  title: string;
  /** The number of placeholder cards. */
  size: number;
}

/** The placeholder for a carousel that is still loading. It has the same height as the carousel. */
export function ArticleCarouselSkeleton({ title, size }: ArticleCarouselSkeletonProps) {
  return (
    <section className={styles.carousel} aria-hidden="true">
      <div className={styles.head}>
        <p className="title">{title}</p>
      </div>
      <ul className={styles.row}>
        {Array.from({ length: size }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are the same
          <li key={index}>
            <MiniCardSkeleton />
          </li>
        ))}
      </ul>
    </section>
  );
}
