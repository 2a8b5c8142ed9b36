import { TornPageDrawing } from '#ui/error-drawings.tsx';
import { Link } from '#ui/link.tsx';
import { MessageScreen } from '#ui/message-screen.tsx';
import { errorScreensCopy } from '#web/copy/error-screens.ts';

/** Shows the screen for an error on the server or in the page. `errorId` is the ID of the error's log entry. */
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

const { stillStuck } = errorScreensCopy;

/**
 * Shows buttons that reload the page or open the home page. Each button loads a new document, because the current
 * document may be broken.
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

/** Shows links to the contact page and the FAQ on an error page. */
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
