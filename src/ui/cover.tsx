import type { ReactNode } from 'react';
import { isDrawnCoverUrl } from '#domain/images.ts';
import styles from './cover.module.css';
import { Picture } from './picture.tsx';

/** The picture fields that a cover needs. */
interface CoverImage {
  src: string;
  alt?: string;
  ground: string;
}

interface CoverProps {
  image: CoverImage;
  /** Value of the `sizes` attribute: the width of the rendered cover. */
  sizes: string;
  eager?: boolean;
  /** True to include the picture's alternative text. Omit it if the cover is in a link that already has text. */
  includesAltText?: boolean;
  /** The caption, shown at the bottom of the cover. */
  children?: ReactNode;
}

/**
 * A picture with an aspect ratio of 4:5 and an optional caption. CSS variables contain the picture's background color
 * and the text color that goes with it. The `data-ground` attribute of the cover's element sets these variables
 * (`virtual:grounds.css`).
 */
export function Cover({
  image,
  sizes,
  eager = false,
  includesAltText = false,
  children,
}: CoverProps) {
  return (
    <div
      className={isDrawnCoverUrl(image.src) ? `${styles.cover} ${styles.drawn}` : styles.cover}
      data-ground={image.ground}
    >
      <Picture
        src={image.src}
        alt={(includesAltText && image.alt) || ''}
        width={960}
        height={1200}
        sizes={sizes}
        eager={eager}
      />
      {children && <div className={styles.caption}>{children}</div>}
    </div>
  );
}
