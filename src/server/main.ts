import { loadSooner } from './load-sooner.ts';

loadSooner();

const [{ loadWebBuild }, { serve }] = await Promise.all([
  import('./pages/assets.ts'),
  import('./serve.ts'),
]);
await serve(loadWebBuild);
