import { defineConfig } from 'vite';
import { shared } from './vite.config.ts';

/**
 * The studio: a build of its own, so that what editors load is never shared with what readers load, nor cuts it
 * differently. Its files stand beside theirs under hashed names; its manifest tells which they are.
 */
export default defineConfig({
  ...shared,
  publicDir: false,
  build: {
    ...shared.build,
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
