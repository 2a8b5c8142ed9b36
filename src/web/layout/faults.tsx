import { useEffect, useState } from 'react';
import { Retries } from '#web/lib/retries.ts';
import { CutThread, TornLeaf } from '#web/ui/drawings-of-faults.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';

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

const ATTEMPT_WORDS = {
  none: '',
  running: 'Trying to reach Octavo',
  failed: 'Still no answer. Give it a moment, then try again.',
} as const;

/** The browser could not reach the server. Opens the page it stands in for as soon as it can. */
export function Offline() {
  const [attempt, setAttempt] = useState<keyof typeof ATTEMPT_WORDS>('none');
  const [opening] = useState(() => new Opening());

  async function tryAgain() {
    setAttempt('running');
    if (!(await opening.attempt())) setAttempt('failed');
  }

  useEffect(() => opening.begin(), [opening]);

  return (
    <Notice
      drawing={<CutThread />}
      title="You seem to be offline"
      actions={
        <button type="button" className="btn btn-red btn-l" onClick={tryAgain}>
          Try Again
        </button>
      }
      aside={<p role="status">{ATTEMPT_WORDS[attempt]}</p>}
    >
      <p>
        Your browser could not reach Octavo. Check your connection: once it is back, this page opens
        by itself.
      </p>
    </Notice>
  );
}

/** Opens the page anew once the server answers. A browser says that it is online before anything does. */
class Opening {
  readonly #retries = new Retries({ isEndless: true });
  #isWanted = false;

  /** Tries by itself, from now on. Returns how to give it up. */
  begin(): () => void {
    this.#isWanted = true;
    this.#later();
    return () => {
      this.#isWanted = false;
      this.#retries.reset();
    };
  }

  /** Returns whether the server answers. If not, it is tried again later. */
  async attempt(): Promise<boolean> {
    const isReachable = await isServerReachable();
    // The reader may have gone elsewhere meanwhile. And reloading blindly would trade this page for the browser's own.
    if (this.#isWanted && isReachable) location.reload();
    else if (this.#isWanted) this.#later();
    return isReachable;
  }

  #later() {
    this.#retries.next(() => this.attempt());
  }
}

/** For what may well be there at a second try. The document is asked for anew: what this one holds may be at fault. */
export function AgainOrHome() {
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

/** Where to turn from a page that led nowhere. */
export function StillStuck() {
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
