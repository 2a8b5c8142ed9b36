// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, sendGet } from './api.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Returns the error that a request throws after a response with `body` and `init`. */
async function errorOf(body: string, init: ResponseInit): Promise<unknown> {
  vi.stubGlobal('fetch', async () => new Response(body, init));
  return sendGet('/articles').catch((error: unknown) => error);
}

it.each([
  ['the error field', '{"error":"Too many requests"}', 'Bad Request', 'Too many requests'],
  ['the status text without an error field', '{}', 'Bad Gateway', 'Bad Gateway'],
  ['the status text for a body that is not JSON', '<h1>', 'Bad Gateway', 'Bad Gateway'],
  // HTTP/2 responses have no status text.
  ['"Unknown error" with neither', '{}', '', 'Unknown error'],
  ['"Unknown error" for an empty error field', '{"error":""}', '', 'Unknown error'],
])('fails with the status and %s', async (_, body, statusText, message) => {
  const error = await errorOf(body, { status: 502, statusText });
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 502, message });
});
