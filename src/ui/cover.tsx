import type { ReactNode } from 'react';
import { isDrawnCover } from '#domain/images.ts';
import styles from './cover.module.css';
import { Picture } from './picture.tsx';

/** What of an article's picture a cover needs. */
interface CoverImage {
  src: string;
  alt: string;
  ground: string;
}

interface CoverProps {
  image: CoverImage;
  /** How wide it stands, in the words of the `sizes` attribute. */
  sizes: string;
  eager?: boolean;
  /** Says what it shows to who does not see it. In a link that has words of its own it would only hold them up. */
  isDescribed?: boolean;
  /** Stands on the cover's ground, at its foot. */
  children?: ReactNode;
}

/**
 * A picture at 4:5 with an optional caption. Everything inside an element with `data-ground` (see
 * `virtual:grounds.css`) knows the picture's ground colour and the colour of text upon it.
 */
export function Cover({ image, sizes, eager = false, isDescribed = false, children }: CoverProps) {
  return (
    <div
      className={isDrawnCover(image.src) ? `${styles.cover} ${styles.drawn}` : styles.cover}
      data-ground={image.ground}
    >
      <Picture
        src={image.src}
        alt={isDescribed ? image.alt : ''}
        width={960}
        height={1200}
        sizes={sizes}
        eager={eager}
      />
      {children && <div className={styles.caption}>{children}</div>}
    </div>
  );
}
