import { useLocation } from 'react-router';
import { signInPagePath } from '#domain/sign-in.ts';
import { BookmarkDrawing } from '#ui/drawings.tsx';
import { Link } from '#ui/link.tsx';
import { MessageScreen } from '#ui/message-screen.tsx';
import { profileCopy } from '#web/copy/profile.ts';

const { signedOut } = profileCopy;

/** Titles by the page's path. Any other path has the title for bookmarks. */
const TITLES: Readonly<Record<string, string>> = {
  '/profile/following': signedOut.following,
  '/profile/history': signedOut.history,
  '/profile/lines': signedOut.lines,
};

/**
 * Shown to signed-out visitors in place of a personal page. Describes what the page contains, and offers the sign-in
 * buttons.
 */
export function SignedOutProfile() {
  const { pathname } = useLocation();
  return (
    <MessageScreen
      drawing={<BookmarkDrawing />}
      title={TITLES[pathname] ?? signedOut.bookmarks}
      actions={
        <>
          <Link className="btn btn-red btn-l" to={signInPagePath(pathname)}>
            {signedOut.signIn}
          </Link>
          <Link className="btn btn-line btn-l" to="/articles">
            {profileCopy.findArticles}
          </Link>
        </>
      }
    >
      <p>{signedOut.text}</p>
    </MessageScreen>
  );
}
