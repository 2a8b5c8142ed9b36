import { useEffect, useState } from 'react';
import { CutThreadDrawing, TornPageDrawing } from '#ui/error-drawings.tsx';
import { isLeaving } from '#ui/lib/leaving.ts';
import { Link } from '#ui/link.tsx';
import { MessageScreen } from '#ui/message-screen.tsx';
import { errorScreensCopy } from '#web/copy/error-screens.ts';
import { createRetryScheduler } from '#web/lib/retry-scheduler.ts';

/** The screen for an error on the server or in the page. `errorId` is the ID of the error's log entry. */
export function ErrorScreen({ errorId }: { errorId?: string }) {
  return (
    <MessageScreen
      drawing={<TornPageDrawing />}
      title={errorScreensCopy.title}
      actions={<RetryOrHomeButtons />}
      aside={
        <>
          <HelpLinks />
          {errorId && (
            <p>
              {errorScreensCopy.code} <code>{errorId}</code>
            </p>
          )}
        </>
      }
    >
      <p>{errorScreensCopy.text}</p>
    </MessageScreen>
  );
}

const { offline, stillStuck } = errorScreensCopy;

/** The screen for a page that could not be loaded. Reloads the page as soon as the server is reachable. */
export function ServerUnreachableScreen() {
  const [attempt, setAttempt] = useState<keyof typeof offline.attempt>('none');
  const [opening] = useState(createReloadWhenReachable);

  async function tryAgain() {
    setAttempt('running');
    if (!(await opening.attempt())) setAttempt('failed');
  }

  useEffect(() => opening.begin(), [opening]);

  return (
    <MessageScreen
      drawing={<CutThreadDrawing />}
      title={offline.title}
      actions={
        <button type="button" className="btn btn-red btn-l" onClick={tryAgain}>
          {errorScreensCopy.again}
        </button>
      }
      aside={<p role="status">{offline.attempt[attempt]}</p>}
    >
      <p>{offline.text}</p>
    </MessageScreen>
  );
}

/**
 * Returns functions that reload the page once the server is reachable. Each attempt sends a request, because browsers
 * report that they are online before requests succeed.
 */
function createReloadWhenReachable() {
  const retries = createRetryScheduler({ isEndless: true });
  let isWanted = false;

  /** Resolves with true if the server is reachable. If not, schedules another attempt. */
  async function attempt(): Promise<boolean> {
    const isReachable = await isServerReachable();
    // During the request, the reader may have left the error screen or clicked a link to another document. If the
    // server is unreachable, a reload would show the browser's own error page.
    if (isWanted && isReachable && !isLeaving()) location.reload();
    else if (isWanted) retries.schedule(attempt);
    return isReachable;
  }

  /** Starts the attempts to reach the server. Returns a function that stops them. */
  function begin(): () => void {
    isWanted = true;
    retries.schedule(attempt);
    return () => {
      isWanted = false;
      retries.reset();
    };
  }

  return { attempt, begin };
}

/**
 * Buttons that reload the page or open the home page. Each of them loads a new document, because the current document
 * may be broken.
 */
export function RetryOrHomeButtons() {
  return (
    <>
      <button
        type="button"
        className="btn btn-red btn-l needs-js"
        onClick={() => location.reload()}
      >
        {errorScreensCopy.again}
      </button>
      <Link className="btn btn-line btn-l" to="/" reloadDocument>
        {errorScreensCopy.home}
      </Link>
    </>
  );
}

/** Links to help for a reader who sees an error page. */
export function HelpLinks() {
  return (
    <p>
      {stillStuck.before}{' '}
      <Link className="link" to="/contact">
        {stillStuck.contact}
      </Link>{' '}
      {stillStuck.between}{' '}
      <Link className="link" to="/faq">
        {stillStuck.faq}
      </Link>
      .
    </p>
  );
}

/** Resolves with true if the server responds with any status. */
function isServerReachable(): Promise<boolean> {
  return fetch('/health', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
