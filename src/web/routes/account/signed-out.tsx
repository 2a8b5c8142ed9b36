import { useLocation } from 'react-router';
import { signInPageAddress } from '#domain/sign-in.ts';
import { RibbonedLeaves } from '#web/ui/drawings.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** A reader's own page while nobody is signed in: what will stand here, and the way in that leads back. */
export function SignedOutProfile() {
  const { pathname } = useLocation();
  return (
    <Notice
      drawing={<RibbonedLeaves />}
      title="Your shelf will stand here"
      actions={
        <>
          <Link className="btn btn-red btn-l" to={signInPageAddress(pathname)}>
            Sign in
          </Link>
          <Link className="btn btn-line btn-l" to="/articles">
            Find something to read
          </Link>
        </>
      }
    >
      <p>
        Sign in, and the articles you bookmark and the authors you follow are kept here for you. An
        account is free; reading needs none.
      </p>
    </Notice>
  );
}
