import type { FastifyInstance, HTTPMethods } from 'fastify';

interface KnownRoute {
  url: string;
  pattern: RegExp;
  methods: HTTPMethods[];
}

declare module 'fastify' {
  interface FastifyInstance {
    knownRoutes: KnownRoute[];
  }
}

/** Starts recording each route's methods. Must be called before any route is added. */
export function trackRouteMethods(app: FastifyInstance): void {
  const routes: KnownRoute[] = [];
  app.decorate('knownRoutes', routes);
  app.addHook('onRoute', ({ url, method }) => {
    const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    const pattern = escaped.replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*');
    routes.push({ url, pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
}

/** Returns the HTTP methods that a path allows. Returns an empty list if no route matches. */
export function listAllowedMethods(app: FastifyInstance, path: string): HTTPMethods[] {
  const isApiCall = /^\/api(\/|$)/.test(path);
  const matchingRoutes = app.knownRoutes.filter(
    // For API calls, ignores the wildcard route for pages, because it matches every path.
    ({ url, pattern }) => pattern.test(path) && !(isApiCall && url === '/*'),
  );
  return [...new Set(matchingRoutes.flatMap(({ methods }) => methods))];
}
