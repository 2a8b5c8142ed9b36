import react from '@vitejs/plugin-react';
import { Features } from 'lightningcss';
import { defineConfig, type UserConfig } from 'vite';
import { MIN_READER_BROWSERS, toLightningCssTargets, toViteTargets } from './scripts/browsers.ts';
import { coverGroundStylesPlugin } from './scripts/cover-ground-styles.ts';
import { leanRouterPlugin } from './scripts/lean-router.ts';
import { textPagesPlugin } from './scripts/text-pages.ts';

/**
 * Groups modules that many pages load into a few files, since each file costs a request, headers, and a separate
 * compression. Every page loads `base`, which therefore holds only modules that an article needs.
 */
const CHUNKS = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
  },
  {
    name: 'base',
    test: /src\/(domain\/(?!offline|redirect-target|characters|invisible|lines|consent|counts|explore-list|ad-frames|captcha|contact\.|subscription)|ui\/(?!dialog|text-page|drawings|empty-state|search-box|skeleton|switch-row|tab-links|view-links|lib\/offline-query-options)|web\/(copy\/layout|lib\/(?!asset-paths|copy-text|run-when-idle|service-worker|use-focus|new-tab|counts|cookies)|pages|reader\/(?!consent|outbox|subscription-profile|use-members-if-complete|visitor-readings|reload-reader-set|saved-|use-save-articles-for-offline|waiting-actions-note)|layout|features\/(bookmarks|follows|offline\/server|listening\/(player-store|start-listening)|articles\/(article-carousel|mini-card|read-mark|cover-transition-name))))|vite\/preload-helper/,
    minShareCount: 2,
  },
  {
    name: 'lists',
    test: /src\/(domain\/explore-list|ui\/(empty-state|search-box|skeleton|tab-links|view-links)|web\/features\/(articles\/(article-(grid|list|pages|rows)|loaded-pages)|explore\/(explore-filters|use-scroll-to-top-on-change)))/,
    minShareCount: 2,
  },
  {
    name: 'explore',
    test: /src\/web\/(features\/explore\/(author-list|category-filter|empty-|explore-layout|stored|use-explore)|copy\/(explore|author-list))/,
    minShareCount: 2,
  },
  {
    name: 'counts',
    test: /src\/(domain|web\/lib)\/counts/,
    minShareCount: 2,
  },
  {
    name: 'reading',
    test: /src\/web\/(lib\/(copy-text|run-when-idle)|features\/listening\/format-duration|reader\/(visitor-readings|reload-reader-set|use-save-articles-for-offline))/,
    minShareCount: 2,
  },
  {
    name: 'lines',
    test: /src\/(domain\/(invisible|lines)|web\/(copy|features)\/lines)/,
    minShareCount: 2,
  },
  {
    name: 'offline',
    test: /src\/(domain\/offline|web\/(copy\/offline|lib\/(asset-paths|service-worker)|reader\/(outbox|saved-|waiting-actions-note)))/,
    minShareCount: 2,
  },
  {
    name: 'profile',
    test: /src\/web\/(features\/profile|lib\/use-focus|reader\/use-members)/,
    minShareCount: 2,
  },
  {
    name: 'queries',
    test: /node_modules\/@tanstack\/|src\/(web\/quer|ui\/lib\/offline-query-options)/,
  },
  { name: 'text-page', test: /src\/ui\/text-page\// },
];

/**
 * Pattern for the names of scripts. Documents and scripts list many of these names. A hash cannot
 * be compressed, so it has seven characters instead of the default eight. It has 4.4 trillion
 * possible values.
 */
const ASSET_NAME = 'assets/[name]-[hash:7].js';

/** Configuration shared by the builds of readers' pages and of the studio (`vite.studio.config.ts`). */
export const sharedBuildConfig = {
  plugins: [react(), coverGroundStylesPlugin(), leanRouterPlugin(), textPagesPlugin()],
  appType: 'custom',
  publicDir: 'src/web/public',
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      // Lightning CSS adds the fallbacks that the oldest supported browsers need, such as those for `light-dark()` and
      // nesting.
      targets: toLightningCssTargets(MIN_READER_BROWSERS),
      include: Features.Colors,
      // CSS modules must not rename view transitions (`customIdents`), since scripts refer to them by name. With this
      // setting, Lightning CSS would rename keyframes but not the references to them, so keyframes keep their names too
      // (`animation`).
      cssModules: { customIdents: false, animation: false },
    },
  },
  build: {
    target: toViteTargets(MIN_READER_BROWSERS),
    outDir: 'dist/client',
    emptyOutDir: false,
    cssMinify: 'lightningcss',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
} satisfies UserConfig;

export default defineConfig(({ isSsrBuild }) => ({
  ...sharedBuildConfig,
  ssr: isSsrBuild ? { noExternal: true } : {},
  build: {
    ...sharedBuildConfig.build,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: {
            client: 'src/web/entry-client.tsx',
            boot: 'src/web/boot.ts',
            fonts: 'src/ui/fonts.css',
          },
          output: {
            codeSplitting: { groups: CHUNKS },
            entryFileNames: ASSET_NAME,
            chunkFileNames: ASSET_NAME,
            assetFileNames: ASSET_NAME.replace('.js', '[extname]'),
          },
        },
  },
}));
