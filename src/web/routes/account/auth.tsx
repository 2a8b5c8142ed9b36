import { useSearchParams } from 'react-router';
import { sanitizeRedirectPath } from '#domain/redirect-target.ts';
import { AccountExistsMessage } from '#web/features/sign-in/account-exists-message.tsx';
import { AlreadySignedInMessage } from '#web/features/sign-in/already-signed-in-message.tsx';
import { SignInErrorBanner } from '#web/features/sign-in/sign-in-error-banner.tsx';
import { SignInInvitation } from '#web/features/sign-in/sign-in-invitation.tsx';
import { useLastSignInFailure } from '#web/features/sign-in/use-last-sign-in-failure.ts';
import { useScreenProps } from '#web/pages/use-screen-props.ts';

/**
 * Shows the sign-in page (spec 2): the sign-in buttons, the outcome of the last attempt, and a link for readers who are
 * already signed in. The server renders all parts, and the style sheet hides those that do not apply.
 */
export function SignInScreen() {
  const { providers } = useScreenProps('auth');
  const { error, opensWith } = useLastSignInFailure(providers);
  const [parameters] = useSearchParams();
  const redirect = sanitizeRedirectPath(parameters.get('redirect'));
  return (
    <>
      <div className="signed-out-only">
        {opensWith ? (
          <AccountExistsMessage provider={opensWith} redirect={redirect} />
        ) : (
          <>
            {error && <SignInErrorBanner error={error} />}
            <SignInInvitation providers={providers} redirect={redirect} />
          </>
        )}
      </div>
      <div className="signed-in-only">
        <AlreadySignedInMessage redirect={redirect} />
      </div>
    </>
  );
}
