import type { UserInfo } from '#domain/page.ts';
import { Bookplate, getNameInitial } from '#ui/bookplate.tsx';
import { signInProviderCopy } from '#web/copy/sign-in-provider.ts';
import styles from './reader-card.module.css';

/**
 * Shows the signed-in reader's name, email address and sign-in provider (spec 2, "/profile"), next to a decorative
 * bookplate.
 */
export function ReaderCard({ reader }: { reader: UserInfo }) {
  const { name, email } = reader;
  const beforeAt = email.slice(0, email.lastIndexOf('@'));
  return (
    <header className={styles.card}>
      <Bookplate size="medium" letter={getNameInitial(name)} />
      <div className={styles.words}>
        <h1 className="title">{name}</h1>
        <p>
          {/* A long email address breaks before the @. */}
          <bdi key={email}>
            {beforeAt}
            <wbr />
            {email.slice(beforeAt.length)}
          </bdi>
        </p>
        <p>{signInProviderCopy.signedInWith(reader.provider)}</p>
      </div>
    </header>
  );
}
