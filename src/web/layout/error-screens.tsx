import { useEffect, useState } from 'react';
import { CutThread, TornLeaf } from '#ui/error-drawings.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { errorsCopy } from '#web/copy/errors.ts';
import { Retries } from '#web/lib/retries.ts';

/** A fault on our side. `errorId` is what it was logged under. */
export function ErrorScreen({ errorId }: { errorId?: string }) {
  return (
    <Notice
      drawing={<TornLeaf />}
      title={errorsCopy.title}
      actions={<RetryOrHome />}
      aside={
        <>
          <HelpLinks />
          {errorId && (
            <p>
              {errorsCopy.code} <code>{errorId}</code>
            </p>
          )}
        </>
      }
    >
      <p>{errorsCopy.text}</p>
    </Notice>
  );
}

const { offline, stillStuck } = errorsCopy;

/** The browser could not reach the server. Opens the page it stands in for as soon as it can. */
export function OfflineScreen() {
  const [attempt, setAttempt] = useState<keyof typeof offline.attempt>('none');
  const [opening] = useState(() => new ReloadWhenReachable());

  async function tryAgain() {
    setAttempt('running');
    if (!(await opening.attempt())) setAttempt('failed');
  }

  useEffect(() => opening.begin(), [opening]);

  return (
    <Notice
      drawing={<CutThread />}
      title={offline.title}
      actions={
        <button type="button" className="btn btn-red btn-l" onClick={tryAgain}>
          {errorsCopy.again}
        </button>
      }
      aside={<p role="status">{offline.attempt[attempt]}</p>}
    >
      <p>{offline.text}</p>
    </Notice>
  );
}

/** Opens the page anew once the server answers. A browser says that it is online before anything does. */
class ReloadWhenReachable {
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
    this.#retries.schedule(() => this.attempt());
  }
}

/** For what may well be there at a second try. The document is asked for anew: what this one holds may be at fault. */
export function RetryOrHome() {
  return (
    <>
      <button
        type="button"
        className="btn btn-red btn-l needs-js"
        onClick={() => location.reload()}
      >
        {errorsCopy.again}
      </button>
      <Link className="btn btn-line btn-l" to="/" reloadDocument>
        {errorsCopy.home}
      </Link>
    </>
  );
}

/** Where to turn from a page that led nowhere. */
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

/** Whether anything at all answers; what it answers does not matter. */
function isServerReachable(): Promise<boolean> {
  return fetch('/health', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
