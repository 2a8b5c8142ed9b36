import { BookmarkDrawing, BookshelfGapDrawing, TornBookDrawing } from '#ui/drawings.tsx';
import { Link } from '#ui/link.tsx';
import { MessageScreen } from '#ui/message-screen.tsx';
import { NextStepLinks } from '#ui/next-step-links.tsx';
import { errorScreensCopy } from '#web/copy/error-screens.ts';
import { statusScreensCopy } from '#web/copy/status-screens.ts';
import { HelpLinks, RetryOrHomeButtons } from './error-screens.tsx';

const copy = statusScreensCopy;

/** Shows the screen for a URL that has no page (spec 2, "Error and not-found pages"). */
export function NotFoundScreen() {
  return (
    <MessageScreen
      drawing={<TornBookDrawing />}
      title={copy.notFound.title}
      actions={
        <NextStepLinks
          first={{ to: '/explore', name: copy.exploreArticles }}
          second={{ to: '/', name: errorScreensCopy.home }}
        />
      }
      aside={<HelpLinks />}
    >
      <p>{copy.notFound.text}</p>
    </MessageScreen>
  );
}

/** Shows the screen for an article that has been withdrawn. */
export function GoneScreen() {
  return (
    <MessageScreen
      drawing={<BookshelfGapDrawing />}
      title={copy.gone.title}
      actions={
        <NextStepLinks
          first={{ to: '/articles', name: copy.exploreArticles }}
          second={{ to: '/authors', name: copy.gone.meetAuthors }}
        />
      }
      aside={
        <p>
          {copy.gone.aside.before}{' '}
          <Link className="link" to="/contact">
            {copy.gone.aside.link}
          </Link>
          .
        </p>
      }
    >
      <p>{copy.gone.text}</p>
    </MessageScreen>
  );
}

/** Shows the screen that appears if the client has exceeded the rate limit or the server is overloaded. */
export function BusyScreen() {
  return (
    <MessageScreen
      drawing={<BookmarkDrawing />}
      title={copy.busy.title}
      actions={<RetryOrHomeButtons />}
      aside={<p>{copy.busy.aside}</p>}
    >
      <p>{copy.busy.text}</p>
    </MessageScreen>
  );
}
