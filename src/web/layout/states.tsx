import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { CutThread, GapOnShelf, MissingLeaf, RibbonedLeaves, TornLeaf } from '#web/ui/drawings.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** No page has this address (spec 2, "Error and not-found pages"). */
export function NotFound() {
  return (
    <Notice
      drawing={<MissingLeaf />}
      title="Page Not Found"
      actions={
        <>
          <Link className="btn btn-red btn-l" to="/explore">
            Explore articles
          </Link>
          <Link className="btn btn-line btn-l" to="/">
            Back to Home
          </Link>
        </>
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
        <>
          <Link className="btn btn-red btn-l" to="/articles">
            Explore articles
          </Link>
          <Link className="btn btn-line btn-l" to="/authors">
            Meet the authors
          </Link>
        </>
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

/** For what may well be there at a second try. The document is asked for anew: what this one holds may be at fault. */
function AgainOrHome() {
  return (
    <>
      <button
        type="button"
        className="btn btn-red btn-l needs-js"
        onClick={() => location.reload()}
      >
        Try Again
      </button>
      <Link className="btn btn-line btn-l" to="/" reloadDocument>
        Back to Home
      </Link>
    </>
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

/** A fault on our side. `errorId` is what it was logged under. */
export function ErrorScreen({ errorId }: { errorId?: string }) {
  return (
    <Notice
      drawing={<TornLeaf />}
      title="Something Went Wrong"
      actions={<AgainOrHome />}
      aside={
        <>
          <StillStuck />
          {errorId && (
            <p>
              Mention this if you write to us: <code>{errorId}</code>
            </p>
          )}
        </>
      }
    >
      <p>A page tore on our side. The team has been notified. Trying again often helps.</p>
    </Notice>
  );
}

/** The browser could not reach the server. Opens the page it stands in for as soon as it can. */
export function Offline() {
  const [attempt, setAttempt] = useState<'none' | 'running' | 'failed'>('none');
  const [wasOffline] = useState(() => !navigator.onLine);

  async function tryAgain() {
    setAttempt('running');
    // Reloading blindly would trade this page for the browser's own.
    if (await isServerReachable()) location.reload();
    else setAttempt('failed');
  }

  useEffect(() => {
    addEventListener('online', tryAgain);
    // It may have come back before anybody listened.
    if (attempt === 'none' && wasOffline && navigator.onLine) tryAgain();
    return () => removeEventListener('online', tryAgain);
  });

  return (
    <Notice
      drawing={<CutThread />}
      title="You seem to be offline"
      actions={
        <button type="button" className="btn btn-red btn-l" onClick={tryAgain}>
          Try Again
        </button>
      }
      aside={
        <p role="status">
          {attempt === 'running' && 'Trying to reach Octavo'}
          {attempt === 'failed' && 'Still no answer. Give it a moment, then try again.'}
        </p>
      }
    >
      <p>
        Your browser could not reach Octavo. Check your connection: once it is back, this page opens
        by itself.
      </p>
    </Notice>
  );
}

/** Where to turn from a page that led nowhere. */
function StillStuck() {
  return (
    <p>
      Still stuck?{' '}
      <Link className="link" to="/contact">
        Contact Us
      </Link>{' '}
      or read the{' '}
      <Link className="link" to="/faq">
        FAQ
      </Link>
      .
    </p>
  );
}

/** Whether anything at all answers; what it answers does not matter. */
function isServerReachable(): Promise<boolean> {
  return fetch('/health', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
