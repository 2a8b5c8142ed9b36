import type { SignInProvider } from '#domain/page.ts';
import { signInPageAddress } from '#domain/sign-in.ts';
import { Announced } from '#web/ui/announced.tsx';
import { Bookplate } from '#web/ui/bookplate.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './account-exists.module.css';
import { WaysIn } from './ways-in.tsx';

interface AccountExistsProps {
  /** Which opens the account. */
  provider: SignInProvider;
  redirect: string;
}

/** Whoever signed in has an account with this e-mail address, which opens in another way (`error=taken`). */
export function AccountExists({ provider, redirect }: AccountExistsProps) {
  return (
    <Notice drawing={<Bookplate size="large" />} title="You already have an account">
      <Announced className={styles.offer}>
        <p>An account with this e-mail address exists, and opens with {provider.label}.</p>
        <p>
          Continue with {provider.label}, and the way you have just tried will open it too. Nothing
          is connected unless you do.
        </p>
      </Announced>
      <WaysIn providers={[provider]} redirect={redirect} connects>
        {/* A document of its own: this page without what became of the attempt. */}
        <a className={`btn btn-text ${styles.other}`} href={signInPageAddress(redirect)}>
          Sign in another way
        </a>
      </WaysIn>
    </Notice>
  );
}
