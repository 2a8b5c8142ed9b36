/**
 * Leaves the processes that draw and record as they are. Behind everybody else on a machine that is busy with tests, a
 * picture takes longer than its reader is let wait for it, and they are answered 503.
 */
export function putBehind(): void {}
