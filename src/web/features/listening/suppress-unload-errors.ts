/** Milliseconds after which the page has evidently not been unloaded. */
const UNLOAD_TIMEOUT = 5000;

/**
 * Settles like `work`, but holds back an error while the page is being unloaded: browsers abort pending requests then, and
 * nothing has failed. If the page stays after all, the error follows. The listeners exist only while the request is
 * pending, because some browsers keep pages with a `beforeunload` listener out of the back-forward cache.
 */
export async function suppressUnloadErrors<Result>(work: Promise<Result>): Promise<Result> {
  const pending = new AbortController();
  let isUnloading = false;
  for (const sign of ['beforeunload', 'pagehide'])
    addEventListener(
      sign,
      () => {
        isUnloading = true;
      },
      { signal: pending.signal },
    );
  try {
    return await work;
  } catch (error) {
    if (isUnloading) await new Promise((resolve) => setTimeout(resolve, UNLOAD_TIMEOUT));
    throw error;
  } finally {
    pending.abort();
  }
}
