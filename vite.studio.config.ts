import { defineConfig } from 'vite';
import { EDITORS_BROWSERS, lightningTargets, viteTargets } from './scripts/browsers.ts';
import { shared } from './vite.config.ts';

/**
 * The studio: a build of its own, so that what editors load is never shared with what readers load, nor cuts it
 * differently. Its files stand beside theirs under hashed names; its manifest tells which they are.
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
