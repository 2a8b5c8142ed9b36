import { Link } from 'react-router';
import { RibbonedLeaves } from '#web/ui/drawings.tsx';
import { Notice } from './notice.tsx';

/** A reader's own page, as long as nobody can sign in. */
export function Profile() {
  return (
    <Notice
      drawing={<RibbonedLeaves />}
      title="Your shelf will stand here"
      actions={
        <>
          <Link className="btn btn-red btn-l" to="/articles">
            Find something to read
          </Link>
          <Link className="btn btn-line btn-l" to="/auth">
            What accounts bring
          </Link>
        </>
      }
    >
      <p>
        The articles you bookmark and the authors you follow will live here once you can sign in.
        Accounts open soon; reading needs none.
      </p>
    </Notice>
  );
}
