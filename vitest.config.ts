import { existsSync, globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import { VitestFailureRecorder } from './tests/support/vitest-failure-recorder.ts';
import viteConfig from './vite.config.ts';

/** Test files that share their loaded modules, since loading them took a third of the time of the server's tests. */
const TESTS_SHARING_MODULES = [
  'src/server/**/*.test.ts',
  'src/domain/**/*.test.ts',
  'src/covers/**/*.test.ts',
  'src/demo/**/*.test.ts',
  'src/speech/**/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
  'tools/**/*.test.ts',
  'tests/process/*.test.ts',
];
const FRONT_END_TESTS = globSync('src/{ui,web,studio}/**/*.test.{ts,tsx}');
const containing = (pattern: RegExp) =>
  FRONT_END_TESTS.filter((file) => pattern.test(readFileSync(file, 'utf8')));
/** The module with the fake audio element. */
const AUDIO_MODULE = '#web/testing/narrations.ts';
/** Test files that would affect other files, since they change the state of jsdom or React. */
const TESTS_CHANGING_GLOBAL_STATE = [
  // These tests add listeners of the boot script that are never removed. The listeners change the
  // attributes of `<html>`.
  'src/web/features/appearance/reading-settings.test.ts',
  'src/web/features/appearance/theme.test.ts',
  // `layout.test.tsx` reports an error, and a page reports only a limited number of errors.
  'src/web/layout/layout.test.tsx',
  // `dialog.test.tsx` waits for animation frames. Base UI has one queue of them, which stops permanently if fake timers
  // end within a frame.
  'src/ui/dialog.test.tsx',
  // `links-in-text.test.ts` adds a listener to its window that is never removed.
  'src/web/pages/links-in-text.test.ts',
  // `watch-shortcut-keys.test.tsx` also adds a listener that is never removed.
  'src/web/layout/watch-shortcut-keys.test.tsx',
];
/** Front-end tests that mock or reload modules, or that play audio. A page has only one player, which keeps state. */
const TESTS_RELOADING_MODULES = [
  ...new Set([
    ...containing(/\bvi\.(mock|resetModules)\(/),
    ...containing(new RegExp(`'${AUDIO_MODULE}'`)),
  ]),
].filter((file) => !TESTS_CHANGING_GLOBAL_STATE.includes(file));
// Fails if the module was renamed. Otherwise, tests that play audio would share a page and fail at random.
if (!existsSync(AUDIO_MODULE.replace('#', 'src/')))
  throw new Error(`${AUDIO_MODULE} does not exist.`);
const TESTS_IN_JSDOM = containing(/^\/\/ @vitest-environment jsdom$/m);
/**
 * Files that do not share a page. All other files do, since a new jsdom and React take longer to load than most files'
 * tests.
 */
const TESTS_NOT_SHARING_A_PAGE = [...TESTS_RELOADING_MODULES, ...TESTS_CHANGING_GLOBAL_STATE];
const TESTS_SHARING_A_PAGE = TESTS_IN_JSDOM.filter(
  (file) => !TESTS_NOT_SHARING_A_PAGE.includes(file),
);
const TESTS_WITHOUT_PAGE = FRONT_END_TESTS.filter(
  (file) => !TESTS_IN_JSDOM.includes(file) && !TESTS_NOT_SHARING_A_PAGE.includes(file),
);
const SETUP = ['tests/support/restore-globals.ts', 'tests/support/wait-timeout.ts'];
const FRONT_END_SETUP = [...SETUP, 'src/web/testing/setup.ts'];

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      // One more than the number of cores, since many files wait for a database or a process much of the
      // time.
      maxWorkers: availableParallelism() + 1,
      // Skips optimizing PostgreSQL's WebAssembly, which takes longer than the statements of the tests.
      execArgv: ['--liftoff-only'],
      reporters: ['default', new VitestFailureRecorder()],
      testTimeout: 300_000,
      hookTimeout: 300_000,
      globalSetup: 'tests/support/template-databases.ts',
      setupFiles: SETUP,
      // Tests wait for states, which takes longer on a busy machine.
      expect: { poll: { timeout: 120_000 } },
      // A run without any test fails, since it would otherwise look like a run whose tests have passed.
      passWithNoTests: false,
      projects: [
        {
          extends: true,
          test: {
            name: 'together',
            include: [...TESTS_SHARING_MODULES, ...TESTS_WITHOUT_PAGE],
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'pages',
            include: TESTS_SHARING_A_PAGE,
            environment: 'jsdom',
            setupFiles: FRONT_END_SETUP,
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'reloaded',
            include: TESTS_RELOADING_MODULES,
            environment: 'jsdom',
            // The `reset-modules` script reloads Octavo's modules for each file, but not jsdom and React, which take
            // longer.
            setupFiles: ['tests/support/reset-modules.ts', ...FRONT_END_SETUP],
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'apart',
            include: TESTS_CHANGING_GLOBAL_STATE,
            setupFiles: FRONT_END_SETUP,
          },
        },
      ],
    },
  }),
);
