/**
 * If the document is still open this many milliseconds after the browser started to leave it, it is assumed to stay
 * open.
 */
const LEAVING_TIMEOUT = 5000;

/** Time at which the browser last started to leave this document, in milliseconds since the document was opened. */
let leavingSince = Number.NEGATIVE_INFINITY;

/**
 * Starts recording when the browser begins to leave this document, either for another document or for a reload. From
 * that time on, browsers abort the document's requests. Errors from these requests are not real failures.
 */
export function watchDocumentLeaving(): void {
  const recordLeaving = () => {
    leavingSince = performance.now();
  };
  addEventListener('beforeunload', recordLeaving);
  // Safari on iOS does not dispatch `beforeunload`, so `pagehide` is also handled.
  addEventListener('pagehide', recordLeaving);
  addEventListener('pageshow', () => {
    leavingSince = Number.NEGATIVE_INFINITY;
  });
}

/**
 * Returns true while the browser is leaving this document. During this time, a reload or navigation by a script would
 * cancel the reader's navigation. Returns false again if the document is still open after five seconds, for example
 * because the reader has stopped the navigation.
 */
export function isLeavingDocument(): boolean {
  return performance.now() - leavingSince < LEAVING_TIMEOUT;
}

/**
 * Settles like `promise`, but delays errors while the browser is leaving this document. As a result, the reader does
 * not see errors from requests that the browser has aborted.
 */
export async function holdErrorsWhileLeavingDocument<Result>(
  promise: Promise<Result>,
): Promise<Result> {
  try {
    return await promise;
  } catch (error) {
    if (isLeavingDocument()) await new Promise((resolve) => setTimeout(resolve, LEAVING_TIMEOUT));
    throw error;
  }
}
