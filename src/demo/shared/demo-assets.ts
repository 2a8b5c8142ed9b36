import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { DISPLAY_FONT_FILE_NAME, STYLESHEET_FILE_NAME } from './demo-page.ts';

/** Registers the stylesheet and the font of the demo pages. This function is a Fastify plugin. */
export async function demoAssetRoutes(app: FastifyInstance): Promise<void> {
  const readAsset = (path: string) => readFile(new URL(path, import.meta.url));
  const assets = [
    {
      name: STYLESHEET_FILE_NAME,
      type: 'text/css; charset=utf-8',
      bytes: await readAsset(`./${STYLESHEET_FILE_NAME}`),
    },
    {
      name: DISPLAY_FONT_FILE_NAME,
      type: 'font/woff2',
      bytes: await readAsset(`../../ui/fonts/${DISPLAY_FONT_FILE_NAME}`),
    },
  ];
  for (const { name, type, bytes } of assets)
    app.get(`/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=600').type(type).send(bytes),
    );
}
