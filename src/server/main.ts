import { loadSooner } from './load-sooner.ts';

loadSooner();

const [{ loadWebBuild }, { serve }] = await Promise.all([
  import('./pages/web-build.ts'),
  import('./serve.ts'),
]);
await serve(loadWebBuild);
