// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, sendGet } from './api.ts';
import { watchDocumentLeaving } from './leaving.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Returns the error that `sendGet` throws for a response with the given body and options. */
async function getRequestError(body: string, init: ResponseInit): Promise<unknown> {
  vi.stubGlobal('fetch', async () => new Response(body, init));
  return sendGet('/articles').catch((error: unknown) => error);
}

it.each([
  ['the error field', '{"error":"Too many requests"}', 'Bad Request', 'Too many requests'],
  ['the status text without an error field', '{}', 'Bad Gateway', 'Bad Gateway'],
  ['the status text for a body that is not JSON', '<h1>', 'Bad Gateway', 'Bad Gateway'],
  // The status text is empty, as it always is with HTTP/2.
  ['"Unknown error" with neither', '{}', '', 'Unknown error'],
  ['"Unknown error" for an empty error field', '{"error":""}', '', 'Unknown error'],
])('fails with the status and %s', async (_, body, statusText, message) => {
  const error = await getRequestError(body, { status: 502, statusText });
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 502, message });
});

it('reports an aborted request of a document that the reader leaves only if the document stays open', async () => {
  vi.useFakeTimers();
  watchDocumentLeaving();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('NetworkError')));
  dispatchEvent(new Event('beforeunload'));
  const onError = vi.fn();
  const request = sendGet('/articles').catch(onError);
  await vi.advanceTimersByTimeAsync(4999);
  expect(onError).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await request;
  expect(onError).toHaveBeenCalledExactlyOnceWith(new TypeError('NetworkError'));
  dispatchEvent(new Event('pageshow'));
  vi.useRealTimers();
});
