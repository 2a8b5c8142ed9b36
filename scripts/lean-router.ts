import type { Plugin } from 'vite';

/**
 * Lets the bundler leave out what nobody uses of React Router: its forms and navigation links, with all they need, 1.5 KB
 * of every page. Calls that make a component are not marked as pure in it, and naming one counts as using it.
 */
export function leanRouter(): Plugin {
  return {
    name: 'octavo:lean-router',
    transform: {
      filter: { id: /node_modules[\\/]react-router[\\/]dist[\\/]production/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
          .replaceAll(/= (?=React\$1\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}
