import type { SignInProvider } from '#domain/page.ts';
import { Bookplate } from '#ui/bookplate.tsx';
import { Link } from '#ui/link.tsx';
import { MessageScreen } from '#ui/message-screen.tsx';
import { signInCopy } from '#web/copy/sign-in.ts';
import { AccountBenefits } from './account-benefits.tsx';
import { SignInOptions } from './sign-in-options.tsx';
import { SignInTermsNotice } from './sign-in-terms-notice.tsx';

interface SignInInvitationProps {
  providers: readonly SignInProvider[];
  redirect: string;
}

/** The content of the sign-in page for visitors: the sign-in buttons and the benefits of an account. */
export function SignInInvitation(options: SignInInvitationProps) {
  return (
    <MessageScreen
      drawing={<Bookplate size="large" />}
      title={signInCopy.title}
      aside={
        <p>
          {signInCopy.premium.text}{' '}
          <Link className="link" to="/plans">
            {signInCopy.premium.link}
          </Link>
        </p>
      }
    >
      <p>{signInCopy.text}</p>
      <SignInOptions {...options}>
        <SignInTermsNotice />
      </SignInOptions>
      <AccountBenefits />
    </MessageScreen>
  );
}
