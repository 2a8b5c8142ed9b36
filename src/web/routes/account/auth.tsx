import { Link, useSearchParams } from 'react-router';
import type { SignInProvider } from '#domain/page.ts';
import { redirectTarget } from '#domain/redirect-target.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { AccountExists } from '#web/features/sign-in/account-exists.tsx';
import { AttemptBanner } from '#web/features/sign-in/attempt-banner.tsx';
import { SmallPrint } from '#web/features/sign-in/small-print.tsx';
import { useLastAttempt } from '#web/features/sign-in/use-last-attempt.ts';
import { WaysIn } from '#web/features/sign-in/ways-in.tsx';
import { usePage } from '#web/pages/use-page.ts';
import { useReader } from '#web/reader/session.ts';
import { Bookplate } from '#web/ui/bookplate.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './auth.module.css';

/**
 * The sign-in page (spec 2): the ways in, what became of the last attempt, and for whoever is signed in
 * already the way on. The server renders all of it; the stylesheet shows what is true in this browser.
 */
export function SignIn() {
  const { providers } = usePage('auth');
  const { error, opensWith } = useLastAttempt(providers);
  const [parameters] = useSearchParams();
  const redirect = redirectTarget(parameters.get('redirect'));
  return (
    <>
      <div className="signed-out-only">
        {opensWith ? (
          <Notice drawing={<Bookplate size="large" />} title="You already have an account">
            <AccountExists provider={opensWith} redirect={redirect} />
          </Notice>
        ) : (
          <>
            {error && <AttemptBanner error={error} />}
            <Invitation providers={providers} redirect={redirect} />
          </>
        )}
      </div>
      <div className="signed-in-only">
        <SignedIn redirect={redirect} />
      </div>
    </>
  );
}

interface InvitationProps {
  providers: readonly SignInProvider[];
  redirect: string;
}

/** To whoever is not signed in: the ways in, and what they lead to. */
function Invitation(ways: InvitationProps) {
  return (
    <Notice
      drawing={<Bookplate size="large" />}
      title="Make this copy yours"
      aside={
        <p>
          Premium keeps more.{' '}
          <Link className="link" to="/plans">
            Compare the plans
          </Link>
        </p>
      }
    >
      <p>Sign in, or start a free account: it is the same button. Reading needs neither.</p>
      <WaysIn {...ways}>
        <SmallPrint />
      </WaysIn>
      <h2 className={`label ${styles.gainsTitle}`}>What a free account brings</h2>
      <dl className={styles.gains}>
        {GAINS.map(({ name, gain }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{gain}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}

/** What a free account brings (spec 6). */
const GAINS = [
  { name: 'Bookmark', gain: `Keep up to ${TIER_LIMITS.free.bookmarks} articles for later.` },
  {
    name: 'Follow',
    gain: `Choose up to ${TIER_LIMITS.free.follows} authors, and Home fills with what they write.`,
  },
  { name: 'Respond', gain: 'Say in one tap what an article did for you.' },
] as const;

function SignedIn({ redirect }: { redirect: string }) {
  const reader = useReader();
  return (
    <Notice
      drawing={<Bookplate size="large" name={reader?.name} />}
      title="You are signed in"
      actions={
        <>
          <a className="btn btn-red btn-l" href={redirect}>
            {redirect === '/' ? 'Go to your feed' : 'Go on to where you were'}
          </a>
          <a className="btn btn-line btn-l" href="/auth/signout">
            Sign Out
          </a>
        </>
      }
      aside={
        // Last, and of one height however long they are: they come when the rest is there already.
        <div className={styles.who}>
          <bdi>{reader?.name}</bdi>
          <bdi>{reader?.email}</bdi>
        </div>
      }
    >
      <p>Your bookmarks and the authors you follow are kept in your account.</p>
    </Notice>
  );
}
