import { sendPost } from './api.ts';

/** Maximum number of errors that a page reports to the server. Later errors are not reported. */
const MAX_REPORTS = 5;
let reports = 0;

/** Starts reporting uncaught errors to the server. Call this function once, before any other code runs. */
export function reportUncaughtErrors(): void {
  addEventListener('error', ({ error, message }) => sendErrorReport(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => sendErrorReport(reason));
}

/** Logs an error that the page has handled, and reports it to the server. */
export function logAndReportError(error: unknown, context: string): void {
  console.error(context, error);
  sendErrorReport(error, context);
}

/** Reports an error to the server, because error messages tell readers that the team has been notified. */
export function sendErrorReport(error: unknown, context = ''): void {
  if (reports++ >= MAX_REPORTS) return;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  sendPost(
    '/errors',
    {
      message: [context, message].filter(Boolean).join(': ').slice(0, 500) || 'Unknown error',
      stack: stack?.slice(0, 4000) ?? '',
      path: location.pathname.slice(0, 500),
    },
    // With `keepalive`, the request completes even if the page is closed.
    { keepalive: true },
  ).catch(() => {
    // If the report cannot be sent, the failure is ignored. Reporting this failure would probably fail, too.
  });
}
