import { useReader } from '#web/reader/session.ts';
import { Bookplate } from '#web/ui/bookplate.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './signed-in.module.css';

/** To whoever is signed in already: whose account it is, and the way on to `redirect`. */
export function SignedIn({ redirect }: { redirect: string }) {
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
