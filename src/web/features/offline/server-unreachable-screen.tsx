import { useEffect, useState } from 'react';
import { CutThreadDrawing } from '#ui/error-drawings.tsx';
import { isLeavingDocument } from '#ui/lib/leaving.ts';
import { isServerReachable } from '#ui/lib/server-reachable.ts';
import { MessageScreen } from '#ui/message-screen.tsx';
import { errorScreensCopy } from '#web/copy/error-screens.ts';
import { createRetryScheduler } from '#web/lib/retry-scheduler.ts';

const { offline } = errorScreensCopy;

interface ServerUnreachableScreenProps {
  /** Called once the server is reachable, to open the requested page. By default, the current page is reloaded. */
  onReachable?: () => void;
}

/** The error screen for a page that could not be loaded. It opens the page as soon as the server is reachable. */
export function ServerUnreachableScreen({ onReachable }: ServerUnreachableScreenProps) {
  const [attempt, setAttempt] = useState<keyof typeof offline.attempt>('none');
  const [reachabilityRetry] = useState(() => createReachabilityRetry(onReachable));

  async function tryAgain() {
    setAttempt('running');
    if (!(await reachabilityRetry.attempt())) setAttempt('failed');
  }

  useEffect(() => reachabilityRetry.start(), [reachabilityRetry]);

  return (
    <MessageScreen
      drawing={<CutThreadDrawing />}
      title={offline.title}
      actions={
        <button type="button" className="btn btn-red btn-l needs-js" onClick={tryAgain}>
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
 * Returns functions that check whether the server is reachable, and call `onReachable` once it is. Each check sends a
 * request, because browsers report that they are online before requests succeed.
 */
function createReachabilityRetry(onReachable = () => location.reload()) {
  const retries = createRetryScheduler({ isEndless: true });
  let isActive = false;

  /** Checks once whether the server is reachable. If not, schedules another attempt and resolves with false. */
  async function attempt(): Promise<boolean> {
    const isReachable = await isServerReachable();
    // During the request, the reader may have left the error screen or clicked a link to another document. In this
    // case, `onReachable` must not interrupt them. Nor must it reload the page while the server is unreachable, because
    // the browser would show its own error page.
    if (isActive && isReachable && !isLeavingDocument()) onReachable();
    else if (isActive) retries.schedule(attempt);
    return isReachable;
  }

  /** Starts the attempts to reach the server. Returns a function that stops them. */
  function start(): () => void {
    isActive = true;
    retries.schedule(attempt);
    return () => {
      isActive = false;
      retries.reset();
    };
  }

  return { attempt, start };
}
