import { speedUpImports } from './speed-up-imports.ts';

speedUpImports();

const [{ loadWebBuild }, { runConfiguredRole }] = await Promise.all([
  import('./pages/web-build.ts'),
  import('./run-configured-role.ts'),
]);
await runConfiguredRole(loadWebBuild);
