import { useSearchParams } from 'react-router';
import { sanitizeRedirectPath } from '#domain/redirect-target.ts';
import { AccountExists } from '#web/features/sign-in/account-exists.tsx';
import { AlreadySignedIn } from '#web/features/sign-in/already-signed-in.tsx';
import { AttemptBanner } from '#web/features/sign-in/attempt-banner.tsx';
import { SignInInvitation } from '#web/features/sign-in/sign-in-invitation.tsx';
import { useLastAttempt } from '#web/features/sign-in/use-last-attempt.ts';
import { usePage } from '#web/pages/use-page.ts';

/**
 * The sign-in page (spec 2): the sign-in buttons, the outcome of the last attempt, and a link for readers who are
 * already signed in. The server renders all parts, and the style sheet hides those that do not apply.
 */
export function SignIn() {
  const { providers } = usePage('auth');
  const { error, opensWith } = useLastAttempt(providers);
  const [parameters] = useSearchParams();
  const redirect = sanitizeRedirectPath(parameters.get('redirect'));
  return (
    <>
      <div className="signed-out-only">
        {opensWith ? (
          <AccountExists provider={opensWith} redirect={redirect} />
        ) : (
          <>
            {error && <AttemptBanner error={error} />}
            <SignInInvitation providers={providers} redirect={redirect} />
          </>
        )}
      </div>
      <div className="signed-in-only">
        <AlreadySignedIn redirect={redirect} />
      </div>
    </>
  );
}
