import { Link } from 'react-router';
import { TIER_LIMITS } from '#domain/tiers.ts';
import styles from './auth.module.css';
import { Bookplate } from './bookplate.tsx';
import { Notice } from './notice.tsx';

/** The sign-in page, before there is anything to sign in to: what accounts will bring. */
export function SignIn() {
  return (
    <Notice
      drawing={<Bookplate />}
      title="Accounts open soon"
      actions={
        <Link className="btn btn-red btn-l" to="/articles">
          Explore articles
        </Link>
      }
      aside={
        <p>
          Premium will keep more.{' '}
          <Link className="link" to="/plans">
            Compare the plans
          </Link>
        </p>
      }
    >
      <p>
        You will sign in with Google, and Octavo will remember what you keep and whom you follow.
        Reading needs no account.
      </p>
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
