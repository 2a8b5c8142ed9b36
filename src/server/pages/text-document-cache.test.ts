import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Queries } from '#server/platform/db/database.ts';
import { serveFromCache } from '#server/platform/http-cache/serve-from-cache.ts';
import { TextDocumentCache } from './text-document-cache.ts';
import type { TrackedContentReader } from './tracked-content-reader.ts';

/** Size, in bytes, of a document that is so large that the cache can hold only one such document. */
const SIZE = 13 * 1024 ** 2;

describe('text documents', () => {
  let app: FastifyInstance;
  let documents: TextDocumentCache;
  let origin: string;
  /** Called while a document is rendered. */
  const onRender = vi.fn<() => void>();

  beforeEach(async () => {
    onRender.mockReset();
    app = fastify();
    app.decorate('emitsCacheTags', false);
    documents = new TextDocumentCache({ queries: {} as Queries, count: async () => {} });
    const create = (content: TrackedContentReader) =>
      content.readWholeLibrary(async () => {
        onRender();
        return { text: 'x'.repeat(SIZE), type: 'text/plain', headers: { link: '<a>; rel="hub"' } };
      });
    app.get('/:name', (request, reply) => documents.send(request, reply, request.url, create));
    serveFromCache(app, [documents], { headers: {}, origin: 'http://localhost', onSent() {} });
    origin = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => app.close());

  const get = async (path: string, etag?: string | null) => {
    const headers = { 'accept-encoding': 'br', ...(etag && { 'if-none-match': etag }) };
    const response = await fetch(origin + path, { headers });
    await response.arrayBuffer();
    return response;
  };

  it('that are evicted are not rendered again to find out that they have not changed', async () => {
    const etag = (await get('/first')).headers.get('etag');
    await get('/second');
    expect(onRender).toHaveBeenCalledTimes(2);
    const unchanged = await get('/first', etag);
    expect([unchanged.status, unchanged.headers.get('link')]).toEqual([304, '<a>; rel="hub"']);
    expect(unchanged.headers.get('etag')).toBe(etag);
    expect(onRender).toHaveBeenCalledTimes(2);
    expect((await get('/first', 'W/"another"')).status).toBe(200);
    expect(onRender).toHaveBeenCalledTimes(3);
  });

  it('are rendered again once their content has changed', async () => {
    const etag = (await get('/first')).headers.get('etag');
    await get('/second');
    documents.invalidate(['article:1']);
    await get('/first', etag);
    expect(onRender).toHaveBeenCalledTimes(2);
    documents.invalidate(['list']);
    await get('/first', etag);
    expect(onRender).toHaveBeenCalledTimes(3);
    documents.markAllStale();
    await get('/first', etag);
    expect(onRender).toHaveBeenCalledTimes(4);
  });

  it('are not rendered again if other content has changed while they were rendered', async () => {
    onRender.mockImplementationOnce(() => documents.invalidate(['article:1']));
    const etag = (await get('/first')).headers.get('etag');
    await get('/second');
    expect((await get('/first', etag)).status).toBe(304);
    expect(onRender).toHaveBeenCalledTimes(2);
  });

  it('are rendered again if their content has changed while they were rendered', async () => {
    onRender.mockImplementationOnce(() => documents.invalidate(['list']));
    const etag = (await get('/first')).headers.get('etag');
    await get('/first', etag);
    expect(onRender).toHaveBeenCalledTimes(2);
  });
});
