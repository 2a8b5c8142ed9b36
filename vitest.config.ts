import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      include: [
        'src/**/*.test.{ts,tsx}',
        'scripts/**/*.test.ts',
        'bench/**/*.test.ts',
        'tests/process/*.test.ts',
      ],
      // Every test file that needs a database opens one of its own.
      // One more than there are cores: many files wait for processes of their own for most of their time.
      maxWorkers: availableParallelism() + 1,
      testTimeout: 60_000,
      hookTimeout: 120_000,
      // What is waited for is a state; how long that takes is a matter of what else the machine does.
      expect: { poll: { timeout: 30_000 } },
      // A test that never ran must not look like one that passed.
      passWithNoTests: false,
    },
  }),
);
