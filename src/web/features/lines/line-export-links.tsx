import { linesCopy } from '#web/copy/lines.ts';
import styles from './line-export-links.module.css';

/** Links that download all of the reader's kept passages as files. */
export function LineExportLinks() {
  return (
    <p className={styles.links}>
      <span>{linesCopy.download}</span>
      {Object.entries(linesCopy.formats).map(([format, name]) => (
        <a key={format} className="link" href={`/api/v1/lines.${format}`} download>
          {name}
        </a>
      ))}
    </p>
  );
}
