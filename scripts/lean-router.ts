import type { Plugin } from 'vite';

/**
 * Functions of React Router's data router that Octavo does not use. They implement forms, fetchers and lazy route
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
 * forms, fetchers and navigation links, and the instrumentation. It also removes the parser for a page's embedded data,
 * which `readEmbeddedPayload` replaces. The bundler cannot remove these parts itself. It keeps unused components,
 * because the calls that create them are not marked as pure, and because setting their `displayName` counts as a use.
 * It keeps all functions of the data router, because they refer to one another.
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
 * Removes the bodies of the {@link UNUSED_FUNCTIONS}. Throws an Error if React Router lacks one of these functions, for
 * example after an update.
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
