import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { createDemoBatchApi } from './demo-batch-api.ts';
import { demoBatches } from './schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase('memory');
});
afterAll(() => database.close());

it('lists every batch once, page by page, even if several were created at the same time', async () => {
  const { queries } = database;
  const createdAt = new Date('2026-03-01T12:00:00.000Z');
  const request = {
    custom_id: 'one',
    params: {
      model: 'demo',
      max_tokens: 100,
      messages: [{ role: 'user' as const, content: '' }] as [{ role: 'user'; content: string }],
      output_config: { format: { type: 'json_schema' as const, schema: {} } },
    },
  };
  const ids = ['a', 'b', 'c', 'd', 'e'];
  await queries
    .insert(demoBatches)
    .values(ids.map((id) => ({ id, requests: [request], createdAt })));
  const api = createDemoBatchApi({
    queries,
    key: 'key',
    loadContent: async () => ({}) as never,
    speed: 1,
  });
  const listed: string[] = [];
  for (let afterId: string | undefined, hasMore = true; hasMore; afterId = listed.at(-1)) {
    const response = await api.inject({
      url: '/v1/messages/batches',
      query: { limit: '2', ...(afterId ? { after_id: afterId } : {}) },
      headers: { authorization: 'Bearer key' },
    });
    expect(response.statusCode, response.body).toBe(200);
    const { data, has_more } = response.json();
    listed.push(...data.map(({ id }: { id: string }) => id));
    hasMore = has_more;
  }
  expect(listed).toEqual(ids.toReversed());
});
