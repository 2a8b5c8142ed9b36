import { defineConfig } from 'vite';
import { MIN_EDITOR_BROWSERS, toLightningCssTargets, toViteTargets } from './scripts/browsers.ts';
import { sharedBuildConfig } from './vite.config.ts';

/**
 * Builds the studio separately, so that it shares no chunks with readers' pages and does not change how
 * theirs are split. Its files are next to theirs under hashed names and are listed in a manifest of their
 * own.
 */
export default defineConfig({
  ...sharedBuildConfig,
  publicDir: false,
  css: {
    ...sharedBuildConfig.css,
    lightningcss: {
      ...sharedBuildConfig.css.lightningcss,
      targets: toLightningCssTargets(MIN_EDITOR_BROWSERS),
    },
  },
  build: {
    ...sharedBuildConfig.build,
    target: toViteTargets(MIN_EDITOR_BROWSERS),
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
