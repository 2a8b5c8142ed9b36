import type { Plugin } from 'vite';

/**
 * Returns a Vite plugin that removes unused parts of React Router, 2.5 KB of every page: its forms and navigation
 * links, its instrumentation, and its own way of finding a page's data in the document, which `readEmbeddedPayload`
 * replaces. Without this plugin, the bundler keeps the components, since the calls that create them are not marked as
 * pure, and setting `displayName` counts as using them.
 */
export function leanRouterPlugin(): Plugin {
  return {
    name: 'octavo:lean-router',
    transform: {
      filter: { id: /node_modules[\\/]react-router[\\/]dist[\\/]production/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
          .replaceAll('init.instrumentations', 'undefined')
          .replaceAll('opts?.hydrationData || parseHydrationData()', 'opts?.hydrationData')
          .replaceAll(/= (?=React\$1\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}
