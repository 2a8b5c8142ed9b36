import type { ReactNode } from 'react';
import type { PagePayload } from '#domain/page.ts';
import { loadChunk } from '#ui/lib/chunks.ts';
import { ErrorScreen, OfflineScreen } from './error-screens.tsx';

type StatusScreens = typeof import('./status-screens.tsx');

/** There once a page has needed them. What tells of faults is there always: it may be the network that is at fault. */
let statusScreens: StatusScreens | undefined;

/** Loads what {@link statusScreenFor} shows of a page, which waits for it. Rejects where it does not come. */
export async function loadStatusScreen(payload: PagePayload): Promise<void> {
  if (statusScreenName(payload)) statusScreens ??= await loadChunk(import('./status-screens.tsx'));
}

/** What is shown when there is no such screen; `undefined` when there is. */
export function statusScreenFor(payload: PagePayload): ReactNode {
  const absence = statusScreenName(payload);
  if (absence) {
    const Absence = statusScreens![absence];
    return <Absence />;
  }
  if (payload.status === 503) return <OfflineScreen />;
  if (payload.screen === 'error') return <ErrorScreen errorId={payload.props.errorId} />;
  if (payload.status === 500) return <ErrorScreen />;
  return undefined;
}

function statusScreenName({ screen, status }: PagePayload): keyof StatusScreens | undefined {
  if (screen === 'busy') return 'Busy';
  if (status === 503) return undefined;
  if (status === 404 || screen === 'notFound') return 'NotFound';
  if (status === 410 || screen === 'gone') return 'Gone';
  return undefined;
}
