import type { FastifyInstance } from 'fastify';

/** Asks an application without a network, whatever address is called. */
export function fetchFrom(app: FastifyInstance): typeof fetch {
  return async (address, { method, headers, body } = {}) => {
    const { pathname, search } = new URL(String(address));
    const answer = await app.inject({
      method: (method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body ? { payload: String(body) } : {}),
    });
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    });
  };
}
