import { defineConfig } from 'vitest/config';
import { VitestFailureRecorder } from '../support/vitest-failure-recorder.ts';
import { BROWSER_ENGINES_BY_PROJECT, type BrowserEngine } from './support/engines.ts';

const engines = Object.keys(BROWSER_ENGINES_BY_PROJECT) as BrowserEngine[];

/**
 * Vitest configuration for tests in Firefox and WebKit (`npm run test:browsers`). Runs the tests in one browser at a
 * time.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: 'support/product.ts',
    reporters: ['default', new VitestFailureRecorder()],
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The timeout is long, because these tests check results and not speed.
    expect: { poll: { timeout: 120_000, interval: 100 } },
    projects: engines.map((name) => ({
      extends: true,
      test: { name, include: ['**/*.test.ts'], provide: { engine: name } },
    })),
  },
});

declare module 'vitest' {
  interface ProvidedContext {
    engine: BrowserEngine;
    origin: string;
  }
}
