/**
 * Does nothing, so that child processes that draw pictures and record narrations keep their normal priority. With low
 * priority on a busy machine, drawing can exceed the time limit of a picture request, which then fails with 503.
 */
export function lowerPriority(): void {}
