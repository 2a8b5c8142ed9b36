import styles from './avatar.module.css';
import { Picture } from './picture.tsx';

interface AvatarProps {
  image: { src: string; alt: string };
  /** The person's name. Its initial replaces a portrait that fails to load. */
  name: string;
  /** Width of the avatar in CSS pixels. The class of the parent element must set the same width. */
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
