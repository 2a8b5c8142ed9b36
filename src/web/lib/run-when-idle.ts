/** Maximum number of milliseconds to wait for the browser to be idle. */
const MAX_WAIT = 2000;

/** Runs a task once the browser is idle. Ignores failures. */
export function runWhenIdle(task: () => Promise<unknown>): void {
  const run = () => void task().catch(() => {});
  // Safari does not support `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: MAX_WAIT });
  else setTimeout(run, MAX_WAIT);
}
