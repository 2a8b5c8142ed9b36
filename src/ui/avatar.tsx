import styles from './avatar.module.css';
import { Picture } from './picture.tsx';

interface AvatarProps {
  image: { src: string; alt: string };
  /** Name of the person. If the portrait fails to load, the first letter of the name replaces the portrait. */
  name: string;
  /** Width of the avatar in CSS pixels. The parent element must set the same width in CSS. */
  size: number;
}

/** A person's portrait in a circle. */
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
