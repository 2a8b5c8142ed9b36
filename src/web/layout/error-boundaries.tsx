import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { reportError } from '#ui/lib/error-reports.ts';
import { errorsCopy } from '#web/copy/errors.ts';
import { pauseListening } from '#web/features/listening/start-listening.ts';
import { useScreenHead } from '#web/pages/head.ts';
import { ErrorScreen, OfflineScreen } from './error-screens.tsx';
import { Shell } from './shell.tsx';

const HEAD = { title: errorsCopy.title, description: '', path: '/error', noIndex: true };

/** Replaces a screen that failed to render or to load, and reports the error. The layout stays. */
export function ScreenErrorBoundary() {
  const error = useRouteError();
  useScreenHead(HEAD);
  useEffect(() => reportError(error), [error]);
  // Offline, even the screen's code fails to load: that is not an error of ours.
  const isOffline = typeof window !== 'undefined' && !navigator.onLine;
  return isOffline ? <OfflineScreen /> : <ErrorScreen />;
}

/** Replaces the whole page when its layout failed. The player is gone with it, so playback is paused. */
export function PageErrorBoundary() {
  useEffect(() => void pauseListening(), []);
  return (
    <Shell title={HEAD.title} timestamp={new Date().toISOString()}>
      <ScreenErrorBoundary />
    </Shell>
  );
}
