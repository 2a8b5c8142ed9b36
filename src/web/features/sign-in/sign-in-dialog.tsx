import { useLocation } from 'react-router';
import type { SignInProvider } from '#domain/page.ts';
import { signInPageAddress } from '#domain/sign-in.ts';
import { describePressed } from '#web/lib/pressed.ts';
import { type Intent, keepIntent } from '#web/reader/intents.ts';
import { Dialog, type DialogState } from '#web/ui/dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './sign-in.module.css';
import { SignInButtons } from './sign-in-buttons.tsx';
import { SmallPrint } from './small-print.tsx';

interface SignInDialogProps extends DialogState {
  /** What the reader wanted to do; they come back to this place, and it is done. */
  intent: Intent;
  /** Absent when they could not be had: then the sign-in page is the way. */
  providers: readonly SignInProvider[] | undefined;
}

/** Asks a reader to sign in, for the sake of what they were about to do. */
export function SignInDialog({ intent, providers, ...dialog }: SignInDialogProps) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const keep = () => keepIntent(intent, describePressed(dialog.opener.current));
  const { title, text } = askFor(intent);
  return (
    <Dialog title={title} description={text} {...dialog}>
      <div className={styles.ways}>
        {providers ? (
          <SignInButtons providers={providers} redirect={here} onLeave={keep} />
        ) : (
          <Link className="btn btn-l btn-red" to={signInPageAddress(here)} onClick={keep}>
            Go to sign-in
          </Link>
        )}
        <p className={styles.place}>Then you are back here, where you left off.</p>
      </div>
      <SmallPrint />
    </Dialog>
  );
}

/** What is said of each thing that takes an account; 'upgrade' in the spec's words, and the others like it. */
function askFor(intent: Intent): { title: string; text: string } {
  switch (intent.action) {
    case 'bookmark':
      return {
        title: 'Sign in to bookmark',
        text: 'Create an account or sign in to keep this article for later',
      };
    case 'follow':
      return {
        title: `Sign in to follow ${intent.alias}`,
        text: `Create an account or sign in to find what ${intent.alias} writes on your Home page`,
      };
    case 'feedback':
      return {
        title: 'Sign in to give feedback',
        text: 'Create an account or sign in to say what this article did for you',
      };
    case 'report':
      return {
        title: 'Sign in to report',
        text: 'Create an account or sign in to tell us what is wrong with this article',
      };
    case 'listen':
      return {
        title: 'Sign in to listen',
        text: 'Create an account or sign in to hear narrations, which come with Premium',
      };
    case 'upgrade':
      return {
        title: 'Sign in to upgrade',
        text: 'Create an account or sign in to upgrade to Premium',
      };
  }
}
