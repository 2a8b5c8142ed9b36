import styles from './avatar.module.css';
import { Picture } from './picture.tsx';

/** A portrait in a circle; the class of the parent sets its width. `size` is that width in CSS pixels. */
export function Avatar({ image, size }: { image: { src: string; alt: string }; size: number }) {
  return (
    <span className={styles.avatar}>
      <Picture src={image.src} alt={image.alt} width={size} height={size} sizes={`${size}px`} />
    </span>
  );
}
