import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { createDevelopmentStudioDocuments } from '../src/server/pages/studio-documents.ts';
import type { WebBuild } from '../src/server/pages/web-build.ts';
import { runConfiguredRole } from '../src/server/run-configured-role.ts';

/**
 * This script implements `npm run dev`. It runs the server from its sources. Vite serves the pages, and reloads them on
 * every edit. Node.js restarts the process when a server file changes.
 */
const PREAMBLE = 'virtual:refresh-preamble';

/**
 * A Vite plugin that uses a virtual module to load React's refresh runtime before React. Vite's usual inline script
 * cannot be used, because the pages' content security policy forbids it.
 */
const refreshPreamble: Plugin = {
  name: 'octavo:refresh-preamble',
  resolveId: (id) => (id === PREAMBLE ? `\0${PREAMBLE}` : undefined),
  load: (id) =>
    id === `\0${PREAMBLE}`
      ? `import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;`
      : undefined,
};

const script = (src: string) => `<script type="module" src="${src}"></script>`;
const REFRESH = ['/@vite/client', `/@id/${PREAMBLE}`].map(script).join('');
const TAGS = [REFRESH, ...['/src/web/boot.ts', '/src/web/entry-client.tsx'].map(script)]
  .concat('<link rel="stylesheet" href="/src/ui/fonts.css">')
  .join('');

await runConfiguredRole(async () => {
  const vite = await createServer({
    server: { middlewareMode: true },
    plugins: [refreshPreamble],
  });
  return developmentBuild(vite);
});

function developmentBuild(vite: ViteDevServer): WebBuild {
  return {
    id: 'development',
    builtAt: new Date().toISOString(),
    isDevelopment: true,
    async renderScreen(url, payload) {
      const entry = await vite.ssrLoadModule('/src/web/entry-server.tsx');
      return entry.renderScreen(url, payload);
    },
    studio: createDevelopmentStudioDocuments(REFRESH),
    createDocumentAssets: () => ({ tags: TAGS, inlineBlockHashes: { scripts: [], styles: [] } }),
    middleware: vite.middlewares,
  };
}
