import { post } from './api.ts';

/** Faults a page tells the server of; after that many the rest are kept to the console. */
const MOST_REPORTS = 5;
let reports = 0;

/** Watches for faults nobody caught. Call once, before anything else. */
export function watchErrors(): void {
  addEventListener('error', ({ error, message }) => reportError(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
}

/** Logs a fault the page can live with, and tells the server. */
export function logError(error: unknown, context: string): void {
  console.error(context, error);
  reportError(error, context);
}

/** Tells the server of a fault, so that "the team has been notified" is true. */
export function reportError(error: unknown, context = ''): void {
  if (reports++ >= MOST_REPORTS) return;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  post(
    '/errors',
    {
      message: [context, message].filter(Boolean).join(': ').slice(0, 500) || 'Unknown error',
      stack: stack?.slice(0, 4000) ?? '',
      path: location.pathname.slice(0, 500),
    },
    // The request may outlive the page.
    { keepalive: true },
  ).catch(() => {
    // There is nobody left to tell.
  });
}
