import { warmImports } from './warm-imports.ts';

warmImports();

const [{ loadWebBuild }, { serve }] = await Promise.all([
  import('./pages/web-build.ts'),
  import('./serve.ts'),
]);
await serve(loadWebBuild);
