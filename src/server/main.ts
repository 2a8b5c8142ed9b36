import { speedUpImports } from './speed-up-imports.ts';

speedUpImports();

const [{ loadWebBuild }, { serve }] = await Promise.all([
  import('./pages/web-build.ts'),
  import('./serve.ts'),
]);
await serve(loadWebBuild);
