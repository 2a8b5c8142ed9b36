/**
 * Makes `Date` return times that are later by `globalThis.clockOffset` milliseconds, which may change at any time. Has no
 * further effect if it is called again. Runs in servers, pages and service workers, so it refers to nothing else.
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

/** Sets by how many milliseconds the moved `Date` is later. Runs in pages and service workers. */
export function setClockOffset(offset: number): void {
  Object.assign(globalThis, { clockOffset: offset });
}
