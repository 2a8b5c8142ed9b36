/** Time in milliseconds after which a document that is still open is assumed to stay open. */
const LEAVING_TIMEOUT = 5000;

/** The time at which the browser last started to leave this document, in milliseconds since it was opened. */
let leavingSince = Number.NEGATIVE_INFINITY;

/**
 * Records when the browser starts to leave this document for another document or a reload. From that time on, browsers
 * abort the document's requests, although nothing has failed.
 */
export function watchLeaving(): void {
  const recordLeaving = () => {
    leavingSince = performance.now();
  };
  addEventListener('beforeunload', recordLeaving);
  // Safari on iOS does not dispatch `beforeunload`.
  addEventListener('pagehide', recordLeaving);
  addEventListener('pageshow', () => {
    leavingSince = Number.NEGATIVE_INFINITY;
  });
}

/**
 * Returns true while the browser is leaving this document. During this time, a reload or navigation by a script would
 * replace the reader's own navigation. Returns false again if the document is still open after some seconds, for
 * example because the reader has stopped the navigation.
 */
export function isLeaving(): boolean {
  return performance.now() - leavingSince < LEAVING_TIMEOUT;
}

/**
 * Settles like `promise`, but delays a rejection while the browser is leaving this document, so that the reader does
 * not see an error for an aborted request.
 */
export async function holdErrorsWhileLeaving<Result>(promise: Promise<Result>): Promise<Result> {
  try {
    return await promise;
  } catch (error) {
    if (isLeaving()) await new Promise((resolve) => setTimeout(resolve, LEAVING_TIMEOUT));
    throw error;
  }
}
