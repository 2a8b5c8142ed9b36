import { enableCompileCache } from 'node:module';

// A second start reads what the first has compiled: a fifth of a second less of three.
enableCompileCache();

const [{ loadWebBuild }, { serve }] = await Promise.all([
  import('./pages/assets.ts'),
  import('./serve.ts'),
]);
await serve(loadWebBuild);
