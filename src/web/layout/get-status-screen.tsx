import type { ReactNode } from 'react';
import type { PagePayload } from '#domain/page.ts';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { ServerUnreachableScreen } from '#web/features/offline/server-unreachable-screen.tsx';
import { ErrorScreen } from './error-screens.tsx';

type StatusScreens = typeof import('./status-screens.tsx');

/**
 * The module with the status screens, such as the screen for a missing page. It is loaded when a page first needs a
 * status screen. The error screens are in every page's code instead, because they must also work without a network.
 */
let statusScreens: StatusScreens | undefined;

/** Loads the code of the screen that {@link getStatusScreen} returns for a payload. Rejects if loading fails. */
export async function loadStatusScreenCode(payload: PagePayload): Promise<void> {
  if (getStatusScreenName(payload))
    statusScreens ??= await awaitChunk(import('./status-screens.tsx'));
}

/**
 * Returns the screen that replaces the requested page, according to the payload's status. Returns `undefined` if the
 * page exists.
 */
export function getStatusScreen(payload: PagePayload): ReactNode {
  const name = getStatusScreenName(payload);
  if (name) {
    const StatusScreen = statusScreens![name];
    return <StatusScreen />;
  }
  if (payload.status === 503) return <ServerUnreachableScreen />;
  if (payload.screen === 'error') return <ErrorScreen errorId={payload.props.errorId} />;
  if (payload.status === 500) return <ErrorScreen />;
  return undefined;
}

function getStatusScreenName({ screen, status }: PagePayload): keyof StatusScreens | undefined {
  if (screen === 'busy') return 'BusyScreen';
  if (status === 503) return undefined;
  if (status === 404 || screen === 'notFound') return 'NotFoundScreen';
  if (status === 410 || screen === 'gone') return 'GoneScreen';
  return undefined;
}
