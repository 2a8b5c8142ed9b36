import type { Plugin } from 'vite';

/**
 * Functions of React Router's data router that Octavo does not use. They are for forms, fetchers and lazy route
 * discovery.
 */
const UNUSED_FUNCTIONS = [
  'handleAction',
  'fetch',
  'handleFetcherAction',
  'handleFetcherLoader',
  'discoverRoutes',
  'patchRoutes',
];
const REMOVED_BODY = "{ throw new Error('scripts/lean-router.ts removes this function'); }";

/**
 * Returns a Vite plugin that removes unused parts of React Router, which saves 4.5 KB on every page. It removes the
 * forms, fetchers and navigation links, the instrumentation, and the parser for a page's embedded data, which
 * `readEmbeddedPayload` replaces. Without this plugin, the bundler would keep the unused components, since the calls
 * that create them are not marked as pure and setting their `displayName` counts as a use. It would also keep every
 * function of the data router, since these functions refer to one another.
 */
export function leanRouterPlugin(): Plugin {
  return {
    name: 'octavo:lean-router',
    transform: {
      filter: { id: /node_modules[\\/]react-router[\\/]dist[\\/]production/ },
      handler: (code, id) => ({
        code: (/[\\/]router[\\/]router\.js$/.test(id) ? removeUnusedFunctions(code) : code)
          .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
          .replaceAll('init.instrumentations', 'undefined')
          .replaceAll('opts?.hydrationData || parseHydrationData()', 'opts?.hydrationData')
          .replaceAll(/= (?=React\$1\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}

/**
 * Replaces the bodies of {@link UNUSED_FUNCTIONS}. Throws an Error if React Router lacks one of them, for example after
 * an update.
 */
function removeUnusedFunctions(code: string): string {
  return UNUSED_FUNCTIONS.reduce((source, name) => {
    const reduced = source.replace(
      new RegExp(String.raw`^(\t(?:async )?function ${name}\(.*\) )\{$[^]*?^\t\}$`, 'm'),
      (_, head: string) => head + REMOVED_BODY,
    );
    if (reduced === source) throw new Error(`React Router has no function ${name}.`);
    return reduced;
  }, code);
}
