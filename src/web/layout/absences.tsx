import { GapOnShelf, MissingLeaf, RibbonedLeaves } from '#web/ui/drawings.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { WaysOn } from '#web/ui/ways-on.tsx';
import { AgainOrHome, StillStuck } from './faults.tsx';

/** No page has this address (spec 2, "Error and not-found pages"). */
export function NotFound() {
  return (
    <Notice
      drawing={<MissingLeaf />}
      title="Page Not Found"
      actions={
        <WaysOn
          first={{ to: '/explore', name: 'Explore articles' }}
          second={{ to: '/', name: 'Back to Home' }}
        />
      }
      aside={<StillStuck />}
    >
      <p>
        This copy goes straight from page 402 to page 405. What you were looking for may have moved,
        or its address may be mistyped.
      </p>
    </Notice>
  );
}

/** The article that had this address has been withdrawn. */
export function Gone() {
  return (
    <Notice
      drawing={<GapOnShelf />}
      title="This article has been withdrawn"
      actions={
        <WaysOn
          first={{ to: '/articles', name: 'Explore articles' }}
          second={{ to: '/authors', name: 'Meet the authors' }}
        />
      }
      aside={
        <p>
          If you have quoted it, or wonder why it went,{' '}
          <Link className="link" to="/contact">
            write to us
          </Link>
          .
        </p>
      }
    >
      <p>
        Your link is right: it was here, and it has since been taken off the shelf. Its neighbours
        are still good company.
      </p>
    </Notice>
  );
}

/** More was asked for, from here or from everywhere, than can be made at once. */
export function Busy() {
  return (
    <Notice
      drawing={<RibbonedLeaves />}
      title="One Moment, Please"
      actions={<AgainOrHome />}
      aside={<p>If you share a connection with many people, one of them may have been quick.</p>}
    >
      <p>
        More pages were asked for at once than we can make. Wait a few seconds, then open this one
        again: it will be here.
      </p>
    </Notice>
  );
}
