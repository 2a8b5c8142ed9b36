import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import { RecapOfUnits } from './tests/support/recap-of-units.ts';
import viteConfig from './vite.config.ts';

/** They share what they load: a third of the time of the server's tests was loading it. */
const TOGETHER = [
  'src/server/**/*.test.ts',
  'src/domain/**/*.test.ts',
  'src/covers/**/*.test.ts',
  'src/demo/**/*.test.ts',
  'src/speech/**/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
  'tools/**/*.test.ts',
];
/** Files that put something in a module's place. */
const MOCKING = [
  'src/server/catalogue/library/service.test.ts',
  'src/server/catalogue/narration/narrations.test.ts',
  'src/server/scopes.test.ts',
  'src/server/testing/free-port.test.ts',
];

const FRONT_END = globSync('src/{ui,web,studio}/**/*.test.{ts,tsx}');
const containing = (pattern: RegExp) =>
  FRONT_END.filter((file) => pattern.test(readFileSync(file, 'utf8')));
/** Tests of the front ends that replace modules, load them anew, or play: a page has one player, which remembers. */
const RELOADING = containing(/\bvi\.(mock|resetModules)\(|\bnew Narrations\(/);
/** They leave something behind that no other file may find. */
const LEAVING = [
  // Reports an error: a page reports so many, then no more.
  'src/web/layout/layout.test.tsx',
  // Waits for animation frames: Base UI has one queue of them, which stops for good when fake timers end in a frame.
  'src/ui/dialog.test.tsx',
  // Its document listens for good.
  'src/web/pages/links-in-text.test.ts',
];
const IN_BROWSER = containing(/^\/\/ @vitest-environment jsdom$/m);
/** Isolation costs each of them a new jsdom and the loading of React: more than most of their tests take. */
const ELSEWHERE = [...RELOADING, ...LEAVING];
const PAGES = IN_BROWSER.filter((file) => !ELSEWHERE.includes(file));
const PURE = FRONT_END.filter((file) => !IN_BROWSER.includes(file) && !ELSEWHERE.includes(file));
const FRONT_END_SETUP = ['tests/support/leave-nothing.ts', 'src/web/testing/setup.ts'];

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      // One more than there are cores: many files wait for a database or a process for much of their time.
      maxWorkers: availableParallelism() + 1,
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
          test: {
            name: 'together',
            include: [...TOGETHER, ...PURE],
            exclude: MOCKING,
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'pages',
            include: PAGES,
            environment: 'jsdom',
            setupFiles: FRONT_END_SETUP,
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'reloaded',
            include: RELOADING,
            environment: 'jsdom',
            // Octavo's modules are loaded anew for each file; jsdom and React, which take longer, are not.
            setupFiles: ['tests/support/reset-modules.ts', ...FRONT_END_SETUP],
            isolate: false,
          },
        },
        {
          extends: true,
          test: { name: 'apart', include: [...LEAVING, ...MOCKING], setupFiles: FRONT_END_SETUP },
        },
        {
          extends: true,
          test: { name: 'processes', include: ['tests/process/*.test.ts'], isolate: false },
        },
      ],
    },
  }),
);
