import { loadWebBuild } from './pages/assets.ts';
import { serve } from './serve.ts';

await serve(loadWebBuild);
