/**
 * Increases the default timeout of `vi.waitFor` and `vi.waitUntil`. Vitest's default of one second is too short on a
 * busy machine.
 */
import { vi } from 'vitest';

/** The timeout in milliseconds. A wait ends as soon as its condition is met. */
const TIMEOUT = 120_000;

const { waitFor, waitUntil } = vi;

// A worker runs this module before each test file, but the functions must be replaced only once.
if (waitFor.name !== 'waitLongerFor') {
  vi.waitFor = function waitLongerFor(callback, options) {
    return waitFor(callback, withTimeout(options));
  };
  vi.waitUntil = (callback, options) => waitUntil(callback, withTimeout(options));
}

function withTimeout(options: Parameters<typeof waitFor>[1]) {
  return typeof options === 'number' ? options : { timeout: TIMEOUT, ...options };
}
