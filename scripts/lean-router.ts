import type { Plugin } from 'vite';

/**
 * Lets the bundler leave out what nobody uses of React Router, 2.5 KB of every page: its forms and navigation links, with
 * all they need (calls that make a component are not marked as pure in it, and naming one counts as using it), its
 * instrumentation, and its own way of finding a page's data in the document (ours is `readEmbeddedPayload`).
 */
export function leanRouter(): Plugin {
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
