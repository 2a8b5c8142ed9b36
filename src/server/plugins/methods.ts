import type { FastifyInstance, HTTPMethods } from 'fastify';

const known = new WeakMap<FastifyInstance, { pattern: RegExp; methods: HTTPMethods[] }[]>();

/** Remembers which methods each address takes. To be called before any route is added. */
export function rememberMethods(app: FastifyInstance): void {
  const routes: { pattern: RegExp; methods: HTTPMethods[] }[] = [];
  known.set(app, routes);
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(
      `^${url
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:\w+/g, '[^/]+')
        .replace(/\*/g, '.*')}$`,
    );
    routes.push({ pattern, methods: [method].flat() });
  });
}

/** The methods an address takes; none when there is nothing there. */
export function allowedMethods(app: FastifyInstance, url: string): HTTPMethods[] {
  const path = url.split('?', 1)[0]!;
  const fitting = (known.get(app) ?? []).filter(({ pattern }) => pattern.test(path));
  // The pages' own route takes everything; it says nothing about a call.
  const own = fitting.filter(({ pattern }) => !pattern.source.startsWith('^/.*'));
  const methods = path.startsWith('/api/') ? own : fitting;
  return [...new Set(methods.flatMap((route) => route.methods))];
}
