// @vitest-environment jsdom
import type { LoaderFunctionArgs } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PERSONAL_SCREEN_PATHS } from '#domain/screens.ts';

const MINUTE = 60_000;
const PERSONAL_PATH = PERSONAL_SCREEN_PATHS[0]!;
const respond = vi.fn<() => Promise<Response>>();

let payloads: typeof import('./payloads.ts');

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', respond);
  vi.resetModules();
  payloads = await import('./payloads.ts');
});
afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const load = (path: string) =>
  payloads.loadRoutePayload({
    request: new Request(`https://octavo.test${path}`),
  } as LoaderFunctionArgs);

/** Simulates the server's responses: the payload of a page with a title, or an error page with a status. */
const respondWithPage = (title: string) =>
  respond.mockImplementation(async () =>
    Response.json({ screen: 'about', status: 200, head: { title }, props: {} }),
  );
const respondWithError = (status: number) =>
  respond.mockImplementation(async () =>
    Response.json({ screen: 'error', status, head: { title: 'Error' }, props: {} }, { status }),
  );

it.each([
  ['the network fails', () => respond.mockRejectedValue(new TypeError('Failed to fetch'))],
  ['the server is overloaded', () => respondWithError(503)],
  ['there were too many requests', () => respondWithError(429)],
  ['a gateway responds', () => respond.mockResolvedValue(new Response('<h1>Bad gateway</h1>'))],
])('keeps a page that cannot be loaded again because %s', async (_, fail) => {
  respondWithPage('About');
  await load('/about');
  fail();
  vi.advanceTimersByTime(MINUTE);
  expect((await load('/about')).head.title).toBe('About');
  respondWithPage('About, changed');
  expect((await load('/about')).head.title).toBe('About, changed');
});

it('shows the error page of a page that was never loaded, and loads it again', async () => {
  respondWithError(503);
  expect((await load('/about')).status).toBe(503);
  respondWithPage('About');
  expect((await load('/about')).head.title).toBe('About');
});

it('does not keep a personal page after the reader has changed', async () => {
  respondWithPage('Home');
  await load(PERSONAL_PATH);
  respondWithError(503);
  payloads.removeCachedPersonalPayloads();
  expect((await load(PERSONAL_PATH)).status).toBe(503);
});

it('does not keep a personal page whose reader changes while it is loaded again', async () => {
  respondWithPage('Home');
  await load(PERSONAL_PATH);
  respondWithError(503);
  vi.advanceTimersByTime(MINUTE);
  const secondLoad = load(PERSONAL_PATH);
  payloads.removeCachedPersonalPayloads();
  expect((await secondLoad).status).toBe(503);
});
