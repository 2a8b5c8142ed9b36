import { useLocation } from 'react-router';
import type { SignInProvider } from '#domain/page.ts';
import { signInPagePath } from '#domain/sign-in.ts';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { signInDialogCopy } from '#web/copy/sign-in-dialog.ts';
import { identifyControl } from '#web/lib/control-identity.ts';
import { type Intent, storeIntent } from '#web/reader/intents.ts';
import styles from './sign-in.module.css';
import { SignInButtons } from './sign-in-buttons.tsx';
import { SignInTermsNotice } from './sign-in-terms-notice.tsx';

const copy = signInDialogCopy;

interface SignInDialogProps extends BaseDialogProps {
  /** The requested action. It is completed when the visitor returns from signing in. */
  intent: Intent;
  /**
   * The sign-in providers. If they failed to load, this is `undefined`, and the dialog links to the sign-in page
   * instead.
   */
  providers: readonly SignInProvider[] | undefined;
}

/** A dialog that asks a visitor to sign in, because the action that they requested requires it. */
export function SignInDialog({ intent, providers, ...dialog }: SignInDialogProps) {
  const { pathname, search } = useLocation();
  const returnPath = pathname + search;
  const saveIntent = () => storeIntent(intent, identifyControl(dialog.opener.current));
  const { title, text } = getDialogText(intent);
  return (
    <Dialog title={title} description={text} {...dialog}>
      <div className={styles.options}>
        {providers ? (
          <SignInButtons providers={providers} redirect={returnPath} onLeave={saveIntent} />
        ) : (
          <Link className="btn btn-l btn-red" to={signInPagePath(returnPath)} onClick={saveIntent}>
            {copy.goToSignIn}
          </Link>
        )}
        <p className={styles.place}>{copy.comeBack}</p>
      </div>
      <SignInTermsNotice />
    </Dialog>
  );
}

/**
 * Returns the dialog's title and text for the requested action. The product specification defines those for an upgrade,
 * and the others follow the same pattern.
 */
function getDialogText(intent: Intent): { title: string; text: string } {
  if (intent.action !== 'follow') return copy[intent.action];
  const { title, text } = copy.follow;
  return { title: title(intent.alias), text: text(intent.alias) };
}
