import { defineConfig } from '@playwright/test';
import everyTest from '../../playwright.config.ts';

/**
 * Playwright configuration for screenshots of every screen in every state (`npm run screens`). Add `-- -g "words"` to
 * take only screenshots whose titles contain these words.
 */
export default defineConfig({
  ...everyTest,
  testDir: '.',
  outputDir: '../../test-results/failed-screens',
  globalSetup: '../e2e/setup/server.ts',
  globalTeardown: './contact-sheets.ts',
  reporter: 'list',
  projects: [{ name: 'screens' }],
});
