import type { UserInfo } from '#domain/page.ts';
import styles from './reader-card.module.css';

/** Who is signed in, and how (spec 2, "/profile"), beside the label they would paste into a book of theirs. */
export function ReaderCard({ reader: { name, email, provider } }: { reader: UserInfo }) {
  return (
    <header className={styles.card}>
      <Bookplate initial={initialOf(name)} />
      <div className={styles.words}>
        <h1 className="title">{name}</h1>
        <p>{email}</p>
        <p>Signed in with {provider || 'email'}</p>
      </div>
    </header>
  );
}

function Bookplate({ initial }: { initial: string }) {
  return (
    <div className={styles.plate} aria-hidden="true">
      <div className={styles.frame}>
        <span className={styles.initial}>{initial}</span>
        <span className={styles.exLibris}>Ex libris</span>
      </div>
    </div>
  );
}

/** The first character of a name as people count them, not as UTF-16 does. */
function initialOf(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase('en-US') ?? 'O';
}
