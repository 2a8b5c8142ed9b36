import { defineConfig } from 'vite';
import { MIN_READER_BROWSERS, toViteTargets } from './scripts/browsers.ts';

/** Builds the service worker as one script at the root of the site, so that it handles the requests of all pages. */
export default defineConfig({
  publicDir: false,
  build: {
    target: toViteTargets(MIN_READER_BROWSERS),
    outDir: 'dist/client',
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/web/service-worker/service-worker.ts',
      output: { entryFileNames: 'sw.js', format: 'iife' },
    },
  },
});
