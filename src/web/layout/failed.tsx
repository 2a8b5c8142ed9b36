import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { report } from '#web/lib/error-reports.ts';
import { useScreenHead } from '#web/pages/head.ts';
import { ErrorScreen, Offline } from './faults.tsx';
import { Shell } from './shell.tsx';

const HEAD = { title: 'Something Went Wrong', description: '', path: '/error', noIndex: true };

/** Stands in for a screen that broke, or that could not be fetched; tells the server of it. */
export function Failed() {
  const error = useRouteError();
  useScreenHead(HEAD);
  useEffect(() => report(error), [error]);
  // Without a network not even the screen's own code arrives: that is no fault of ours to show.
  const isOffline = typeof window !== 'undefined' && !navigator.onLine;
  return (
    <Shell title={HEAD.title} timestamp={new Date().toISOString()}>
      {isOffline ? <Offline /> : <ErrorScreen />}
    </Shell>
  );
}
