import { useReader } from '#web/lib/session.ts';
import styles from './identity.module.css';

/**
 * Who is signed in, and through whom. The server does not know: what it sends has the shape of what comes,
 * and is hidden from everybody else.
 */
export function Identity() {
  const reader = useReader();
  if (!reader) return <Bones />;
  const { name, email, provider } = reader;
  return (
    <div className={styles.identity}>
      <span className={styles.initial} aria-hidden="true">
        {[...name.trim()][0]?.toLocaleUpperCase('en-US')}
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <p>
          <bdi>{email}</bdi>
        </p>
        <p>Signed in with {provider || 'email'}</p>
      </div>
    </div>
  );
}

function Bones() {
  return (
    <div className={`${styles.identity} ${styles.bones}`} aria-hidden="true">
      <span className={styles.initial} />
      <div className={styles.words}>
        <p className={styles.name}>
          <i />
        </p>
        <p>
          <i />
        </p>
        <p>
          <i />
        </p>
      </div>
    </div>
  );
}
