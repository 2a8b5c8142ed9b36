import { Bookplate, getNameInitial } from '#ui/bookplate.tsx';
import { signInProviderCopy } from '#web/copy/sign-in-provider.ts';
import { useReader } from '#web/reader/session.ts';
import styles from './reader-identity.module.css';

/**
 * Shows the signed-in reader's name, email address and sign-in provider. The server renders a placeholder of the same
 * size. Signed-out visitors do not see this placeholder.
 */
export function ReaderIdentity() {
  const reader = useReader();
  if (!reader) return <IdentitySkeleton />;
  const { name, email } = reader;
  return (
    <div className={styles.identity}>
      <Bookplate size="small" letter={getNameInitial(name)} />
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <p>
          <bdi>{email}</bdi>
        </p>
        <p>{signInProviderCopy.signedInWith(reader.provider)}</p>
      </div>
    </div>
  );
}

function IdentitySkeleton() {
  return (
    <div className={`${styles.identity} ${styles.skeleton}`} aria-hidden="true">
      <Bookplate size="small" letter="" />
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
