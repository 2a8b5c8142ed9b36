/**
 * Keeps the normal priority of the child processes that draw and record. At low priority on a busy machine, drawing a
 * picture can exceed the time limit of its request, which then fails with 503.
 */
export function lowerPriority(): void {}
