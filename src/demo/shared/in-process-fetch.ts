import type { FastifyInstance } from 'fastify';

/**
 * Returns a `fetch` function that sends all requests to an application in this process. The host in the URL is ignored.
 */
export function createInProcessFetch(app: FastifyInstance): typeof fetch {
  return async (url, { method, headers, body, signal } = {}) => {
    const { pathname, search } = new URL(String(url));
    const response = await app.inject({
      method: (method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body ? { payload: String(body) } : {}),
      ...(signal ? { signal } : {}),
    });
    return new Response(response.body, {
      status: response.statusCode,
      headers: Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    });
  };
}
