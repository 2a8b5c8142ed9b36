import type { SignInProvider } from '#domain/page.ts';
import { signInPagePath } from '#domain/sign-in.ts';
import { AnnouncedText } from '#ui/announced-text.tsx';
import { Bookplate } from '#ui/bookplate.tsx';
import { MessageScreen } from '#ui/message-screen.tsx';
import { signInCopy } from '#web/copy/sign-in.ts';
import styles from './account-exists-message.module.css';
import { SignInOptions } from './sign-in-options.tsx';

const { accountExists } = signInCopy;

interface AccountExistsProps {
  /** The sign-in provider of the existing account. */
  provider: SignInProvider;
  redirect: string;
}

/**
 * The message shown when a sign-in attempt was refused because the reader already has an account with the same email
 * address but another provider (`error=taken`).
 */
export function AccountExistsMessage({ provider, redirect }: AccountExistsProps) {
  return (
    <MessageScreen drawing={<Bookplate size="large" />} title={accountExists.title}>
      <AnnouncedText className={styles.offer}>
        <p>{accountExists.text(provider.label)}</p>
        <p>{accountExists.offer(provider.label)}</p>
      </AnnouncedText>
      <SignInOptions providers={[provider]} redirect={redirect} connects>
        {/* A plain link loads a new document. The page then no longer shows the failed attempt. */}
        <a className={`btn btn-text ${styles.other}`} href={signInPagePath(redirect)}>
          {accountExists.otherWay}
        </a>
      </SignInOptions>
    </MessageScreen>
  );
}
