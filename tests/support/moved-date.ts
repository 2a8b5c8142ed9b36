/**
 * Replaces `Date` with a version that adds `globalThis.clockOffset` milliseconds to the real time. The offset may
 * change at any time. A second call has no effect. Runs in servers, pages and service workers, so it must not use
 * anything that is defined outside this function.
 */
export function installMovedDate(): void {
  const scope = globalThis as unknown as { clockOffset?: number; isClockMoved?: boolean };
  if (scope.isClockMoved) return;
  scope.isClockMoved = true;
  const now = Date.now.bind(Date);
  const movedNow = () => now() + (scope.clockOffset ?? 0);
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length ? values : [movedNow()], newTarget),
    get: (target, key) => (key === 'now' ? movedNow : Reflect.get(target, key)),
  });
}

/** Sets the milliseconds that {@link installMovedDate} adds to the real time. Runs in pages and service workers. */
export function setClockOffset(offset: number): void {
  Object.assign(globalThis, { clockOffset: offset });
}
