import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import { RecapOfUnits } from './tests/support/recap-of-units.ts';
import viteConfig from './vite.config.ts';

/** They share what they load: a third of the time of the server's tests was loading it. */
const TOGETHER = [
  'src/server/**/*.test.ts',
  'src/domain/**/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
];
/** Files that put something in a module's place. */
const MOCKING = [
  'src/server/catalogue/library/service.test.ts',
  'src/server/catalogue/narration/narrations.test.ts',
  'src/server/scopes.test.ts',
  'src/server/testing/free-port.test.ts',
];
/** Each has its modules to itself: what is drawn in a browser's page outlives the page in them. */
const APART = ['src/{web,studio}/**/*.test.{ts,tsx}', ...MOCKING];

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      maxWorkers: availableParallelism(),
      // PostgreSQL as WebAssembly: to optimize it takes longer than what the tests have it do.
      execArgv: ['--liftoff-only'],
      reporters: ['default', new RecapOfUnits()],
      testTimeout: 60_000,
      hookTimeout: 120_000,
      globalSetup: 'tests/support/template-databases.ts',
      setupFiles: 'tests/support/leave-nothing.ts',
      // What is waited for is a state; how long that takes is a matter of what else the machine does.
      expect: { poll: { timeout: 30_000 } },
      // A test that never ran must not look like one that passed.
      passWithNoTests: false,
      projects: [
        {
          extends: true,
          test: { name: 'together', include: TOGETHER, exclude: MOCKING, isolate: false },
        },
        { extends: true, test: { name: 'apart', include: APART } },
        {
          extends: true,
          test: { name: 'processes', include: ['tests/process/*.test.ts'], isolate: false },
        },
      ],
    },
  }),
);
