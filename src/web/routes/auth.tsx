import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { SignInProvider } from '#domain/page.ts';
import { redirectTarget } from '#domain/redirect-target.ts';
import { type SignInError, signInErrorOf, signInPageAddress } from '#domain/sign-in.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { SignInButtons } from '#web/features/sign-in/sign-in-buttons.tsx';
import { EXPIRED_SHOWN, SIGN_IN_SENTENCES } from '#web/features/sign-in/sign-in-errors.tsx';
import { SmallPrint } from '#web/features/sign-in/small-print.tsx';
import { useReader } from '#web/lib/session.ts';
import { usePage } from '#web/pages/use-page.ts';
import { Icon } from '#web/ui/icons.tsx';
import styles from './auth.module.css';
import { Bookplate } from './bookplate.tsx';
import { Notice } from './notice.tsx';

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
          <AccountExists provider={opensWith} redirect={redirect} />
        ) : (
          <>
            {error && <Banner error={error} />}
            <WaysIn providers={providers} redirect={redirect} />
          </>
        )}
      </div>
      <div className="signed-in-only">
        <SignedIn redirect={redirect} />
      </div>
    </>
  );
}

function WaysIn({
  providers,
  redirect,
}: {
  providers: readonly SignInProvider[];
  redirect: string;
}) {
  return (
    <Notice
      drawing={<Bookplate />}
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
      <div className={styles.ways}>
        <SignInButtons providers={providers} redirect={redirect} />
        <SmallPrint />
      </div>
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

/** Whoever signed in has an account with this e-mail address, which opens in another way (`error=taken`). */
function AccountExists({ provider, redirect }: { provider: SignInProvider; redirect: string }) {
  return (
    <Notice drawing={<Bookplate />} title="You already have an account">
      <Announced className={styles.offer}>
        <p>An account with this e-mail address exists, and opens with {provider.label}.</p>
        <p>
          Continue with {provider.label}, and the way you have just tried will open it too. Nothing
          is connected unless you do.
        </p>
      </Announced>
      <div className={styles.ways}>
        <SignInButtons providers={[provider]} redirect={redirect} connects />
        {/* A document of its own: this page without what became of the attempt. */}
        <a className={`btn btn-text ${styles.other}`} href={signInPageAddress(redirect)}>
          Sign in another way
        </a>
      </div>
    </Notice>
  );
}

function SignedIn({ redirect }: { redirect: string }) {
  const reader = useReader();
  return (
    <Notice
      drawing={<Bookplate name={reader?.name} />}
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

/** How the last attempt ended; when that has five seconds, the place stays, so that nothing jumps. */
function Banner({ error }: { error: SignInError }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (error !== 'expired') return;
    const timer = setTimeout(() => setIsOver(true), EXPIRED_SHOWN);
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <div className={`${styles.banner} ${isOver ? styles.over : ''}`} aria-hidden={isOver}>
      <div className="wrap">
        <Icon name="info" />
        <Announced>
          <p>{SIGN_IN_SENTENCES[error]}</p>
        </Announced>
      </div>
    </div>
  );
}

/**
 * Words a screen reader is told at once. What is in the page from the start is not announced, so a region
 * beside it, empty at first, says it once more, and is emptied when that has been said.
 */
function Announced({ className, children }: { className?: string; children: ReactNode }) {
  const words = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    setAnnouncement(words.current?.textContent ?? '');
    const timer = setTimeout(() => setAnnouncement(''), EXPIRED_SHOWN);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div ref={words} className={className}>
        {children}
      </div>
      <p className="vh" role="alert">
        {announcement}
      </p>
    </>
  );
}

/**
 * What the address says of the last attempt: its error, and the provider that opens the account where there
 * is one. It is taken out of the address once read, so that a reload does not tell it again.
 */
function useLastAttempt(providers: readonly SignInProvider[]) {
  const [parameters, setParameters] = useSearchParams();
  const [attempt] = useState(() => {
    const error = signInErrorOf(parameters.get('error'));
    const opensWith =
      error === 'taken' ? providers.find(({ id }) => id === parameters.get('with')) : undefined;
    return { error, opensWith };
  });
  useEffect(() => {
    if (!parameters.has('error')) return;
    const rest = new URLSearchParams(parameters);
    for (const name of ['error', 'with']) rest.delete(name);
    setParameters(rest, { replace: true, preventScrollReset: true });
  }, [parameters, setParameters]);
  return attempt;
}
