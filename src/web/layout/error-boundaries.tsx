import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { sendErrorReport } from '#ui/lib/error-reports.ts';
import { errorScreensCopy } from '#web/copy/error-screens.ts';
import { pauseListening } from '#web/features/listening/start-listening.tsx';
import { ServerUnreachableScreen } from '#web/features/offline/server-unreachable-screen.tsx';
import { useHeadOverride } from '#web/pages/head.ts';
import { ErrorScreen } from './error-screens.tsx';
import { PageFrame } from './page-frame.tsx';

const HEAD = { title: errorScreensCopy.title, description: '', path: '/error', noIndex: true };

/**
 * Shows an error screen in place of a screen that failed to load or to render, and reports the error. The layout stays
 * visible.
 */
export function ScreenErrorBoundary() {
  const error = useRouteError();
  useHeadOverride(HEAD);
  useEffect(() => sendErrorReport(error), [error]);
  // While the browser is offline, a screen's code cannot be loaded. In this case, the screen for an unreachable server
  // is shown.
  const isOffline = typeof window !== 'undefined' && !navigator.onLine;
  return isOffline ? <ServerUnreachableScreen /> : <ErrorScreen />;
}

/** Shows an error page if the layout failed to render. The player is removed with the layout, so playback is paused. */
export function PageErrorBoundary() {
  useEffect(() => void pauseListening(), []);
  return (
    <PageFrame title={HEAD.title} timestamp={new Date().toISOString()}>
      <ScreenErrorBoundary />
    </PageFrame>
  );
}
