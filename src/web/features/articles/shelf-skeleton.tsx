import { MiniCardSkeleton } from '#ui/skeleton.tsx';
import styles from './shelf.module.css';

interface ShelfSkeletonProps {
  title: string;
  /** The number of cards. */
  size: number;
}

/** The placeholder of a loading shelf, with the shelf's height. */
export function ShelfSkeleton({ title, size }: ShelfSkeletonProps) {
  return (
    <section className={styles.shelf} aria-hidden="true">
      <div className={styles.head}>
        <p className="title">{title}</p>
      </div>
      <ul className={styles.row}>
        {Array.from({ length: size }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <li key={at}>
            <MiniCardSkeleton />
          </li>
        ))}
      </ul>
    </section>
  );
}
