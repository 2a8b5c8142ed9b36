import { useLocation } from 'react-router';
import { signInPagePath } from '#domain/sign-in.ts';
import { BookmarkDrawing } from '#ui/drawings.tsx';
import { Link } from '#ui/link.tsx';
import { MessageScreen } from '#ui/message-screen.tsx';
import { profileCopy } from '#web/copy/profile.ts';

const { signedOut } = profileCopy;

/** Titles of the personal pages, by path. Any other path has the title of the bookmarks page. */
const TITLES: Readonly<Record<string, string>> = {
  '/profile/following': signedOut.following,
  '/profile/history': signedOut.history,
  '/profile/lines': signedOut.lines,
};

/** Shows signed-out visitors what a personal page contains, and a link to the sign-in page. */
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
