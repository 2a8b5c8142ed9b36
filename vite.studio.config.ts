import { defineConfig } from 'vite';
import { EDITORS_BROWSERS, lightningTargets, viteTargets } from './scripts/browsers.ts';
import { shared } from './vite.config.ts';

/**
 * Builds the studio separately, so that it shares no chunks with readers' pages and does not change how
 * theirs are split. Its files are next to theirs under hashed names and are listed in a manifest of their
 * own.
 */
export default defineConfig({
  ...shared,
  publicDir: false,
  css: {
    ...shared.css,
    lightningcss: { ...shared.css.lightningcss, targets: lightningTargets(EDITORS_BROWSERS) },
  },
  build: {
    ...shared.build,
    target: viteTargets(EDITORS_BROWSERS),
    manifest: '.vite/studio.json',
    rolldownOptions: {
      input: {
        studio: 'src/studio/main.tsx',
        preview: 'src/studio/preview.tsx',
        theme: 'src/studio/theme.ts',
        layers: 'src/studio/layers.css',
      },
    },
  },
});
