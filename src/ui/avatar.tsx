import styles from './avatar.module.css';
import { Picture } from './picture.tsx';

interface AvatarProps {
  image: { src: string; alt: string };
  /** Whose portrait it is. Their initial takes its place when it cannot be loaded. */
  name: string;
  /** Its width in CSS pixels. The class of the parent sets it, too. */
  size: number;
}

/** A portrait in a circle. */
export function Avatar({ image, name, size }: AvatarProps) {
  return (
    <span className={styles.avatar}>
      <Picture
        src={image.src}
        alt={image.alt}
        width={size}
        height={size}
        sizes={`${size}px`}
        fallback={
          <span className={styles.initial} aria-hidden="true">
            {name.slice(0, 1)}
          </span>
        }
      />
    </span>
  );
}
