import { mkdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DIST_FOLDER } from './pages/dist.ts';

/**
 * Serves the files of the web build. Files under `/assets` have hashed names and are immutable. Other files expire
 * after a day.
 */
export async function builtFileRoutes(app: FastifyInstance): Promise<void> {
  const root = path.join(DIST_FOLDER, 'client');
  mkdirSync(path.join(root, 'assets'), { recursive: true });
  await app.register(fastifyStatic, {
    root: path.join(root, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: '1y',
  });
  // Each file outside `/assets` has its own route, because a wildcard route would also match the URLs of pages.
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.{br,gz}'],
    decorateReply: false,
    preCompressed: true,
    index: false,
    maxAge: '1d',
    setHeaders: (reply, file) => {
      // Browsers and proxies must revalidate the service worker before each use, so that a new version takes effect
      // immediately.
      if (path.basename(file).startsWith('sw.js')) reply.header('cache-control', 'no-cache');
    },
  });
}
