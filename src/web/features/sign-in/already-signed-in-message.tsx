import { Bookplate } from '#ui/bookplate.tsx';
import { MessageScreen } from '#ui/message-screen.tsx';
import { signInCopy } from '#web/copy/sign-in.ts';
import { useReader } from '#web/reader/session.ts';
import styles from './already-signed-in-message.module.css';

const { signedIn } = signInCopy;

/**
 * The message for readers who open the sign-in page while they are signed in. It shows their account, a sign-out link,
 * and a link to the path `redirect`, to which signing in would have led.
 */
export function AlreadySignedInMessage({ redirect }: { redirect: string }) {
  const reader = useReader();
  return (
    <MessageScreen
      drawing={<Bookplate size="large" name={reader?.name} />}
      title={signedIn.title}
      actions={
        <>
          <a className="btn btn-red btn-l" href={redirect}>
            {redirect === '/' ? signedIn.goToFeed : signedIn.goBack}
          </a>
          <a className="btn btn-line btn-l" href="/auth/signout">
            {signedIn.signOut}
          </a>
        </>
      }
      aside={
        // The reader's name and email address are not known until hydration. They are below the other content and have
        // a fixed height, so that they cause no layout shift.
        <div className={styles.who}>
          <bdi>{reader?.name}</bdi>
          <bdi>{reader?.email}</bdi>
        </div>
      }
    >
      <p>{signedIn.text}</p>
    </MessageScreen>
  );
}
