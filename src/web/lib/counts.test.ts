// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countedEventSchema } from '#domain/counted-event-schema.ts';
import { COUNTED_EVENT_KINDS } from '#domain/counts.ts';
import { resetPage } from '#web/testing/render.tsx';
import { type FakeServer, startFakeServer } from '#web/testing/server.ts';

const ID = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c01';
const OTHER_ID = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c02';

let server: FakeServer;
let sendCountOnce: typeof import('./counts.ts').sendCountOnce;

beforeEach(async () => {
  server = startFakeServer();
  // Resetting the modules simulates a new page, which has counted nothing yet.
  vi.resetModules();
  ({ sendCountOnce } = await import('./counts.ts'));
});
afterEach(async () => {
  await resetPage();
  vi.unstubAllGlobals();
  for (const name of ['doNotTrack', 'globalPrivacyControl'])
    Reflect.deleteProperty(navigator, name);
});

const createArticle = (id = ID) => ({ authorAlias: 'Plumbline', id, title: 'A number' });
const parseSentEvents = () => server.requests.map(({ body }) => countedEventSchema.parse(body));

it('sends the article and the kind of count in the server’s format', async () => {
  sendCountOnce(createArticle(), 'read');
  await waitFor(() => expect(server.calls).toEqual(['POST /counts']));
  expect(parseSentEvents()).toMatchObject([
    { article: { authorAlias: 'Plumbline', id: ID }, kind: 'read' },
  ]);
});

it('sends each kind once, with the same visit', async () => {
  for (let times = 0; times < 3; times++)
    for (const kind of COUNTED_EVENT_KINDS) sendCountOnce(createArticle(), kind);
  await waitFor(() => expect(server.calls).toHaveLength(COUNTED_EVENT_KINDS.length));
  expect(
    parseSentEvents()
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual([...COUNTED_EVENT_KINDS].sort());
  expect(new Set(parseSentEvents().map(({ visit }) => visit)).size).toBe(1);
});

it('sends a different visit for each article, so that they cannot be linked to one reader', async () => {
  sendCountOnce(createArticle(), 'read');
  sendCountOnce(createArticle(OTHER_ID), 'read');
  await waitFor(() => expect(server.calls).toHaveLength(2));
  expect(new Set(parseSentEvents().map(({ visit }) => visit)).size).toBe(2);
});

it('sends no cookie, and outlives the page', async () => {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) => new Response(null, { status: 204 }),
  );
  vi.stubGlobal('fetch', fetch);
  sendCountOnce(createArticle(), 'share');
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(fetch.mock.calls[0]![1]).toMatchObject({ credentials: 'omit', keepalive: true });
});

it('ignores a failed request', async () => {
  const fetch = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', fetch);
  sendCountOnce(createArticle(), 'read');
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
});

it.each([
  ['doNotTrack', '1', []],
  ['doNotTrack', '0', ['read']],
  ['doNotTrack', 'unspecified', ['read']],
  ['globalPrivacyControl', true, []],
  ['globalPrivacyControl', false, ['read']],
])('respects the setting %s = %s, and sends %j', async (name, value, kinds) => {
  Object.defineProperty(navigator, name, { value, configurable: true });
  sendCountOnce(createArticle(), 'read');
  Reflect.deleteProperty(navigator, name);
  // Requests arrive in order. Once the `share` request has arrived, no `read` request can follow.
  sendCountOnce(createArticle(OTHER_ID), 'share');
  const expected = [...kinds, 'share'];
  const listSentKinds = () => parseSentEvents().map(({ kind }) => kind);
  await waitFor(() => expect(listSentKinds()).toEqual(expect.arrayContaining(expected)));
  expect(listSentKinds()).toHaveLength(expected.length);
});
