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
 * A picture with an aspect ratio of 4:5 and an optional caption. The `data-ground` attribute selects a rule in the
 * style sheet `virtual:grounds.css`, which sets CSS variables for the caption's background and text colors.
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
