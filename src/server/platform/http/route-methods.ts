import type { FastifyInstance, HTTPMethods } from 'fastify';

interface KnownRoute {
  url: string;
  pattern: RegExp;
  methods: HTTPMethods[];
}

const known = new WeakMap<FastifyInstance, KnownRoute[]>();

/** Remembers which methods each address takes. To be called before any route is added. */
export function trackRouteMethods(app: FastifyInstance): void {
  const routes: KnownRoute[] = [];
  known.set(app, routes);
  app.addHook('onRoute', ({ url, method }) => {
    const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    const pattern = escaped.replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*');
    routes.push({ url, pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
}

/** The methods an address takes; none when there is nothing there. */
export function listAllowedMethods(app: FastifyInstance, path: string): HTTPMethods[] {
  const isCall = /^\/api(\/|$)/.test(path);
  const fitting = (known.get(app) ?? []).filter(
    // The pages' catch-all takes any address; of a call it says nothing.
    ({ url, pattern }) => pattern.test(path) && !(isCall && url === '/*'),
  );
  return [...new Set(fitting.flatMap(({ methods }) => methods))];
}
