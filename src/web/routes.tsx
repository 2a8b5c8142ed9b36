import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Failed } from './layout/failed.tsx';
import { Layout } from './layout/layout.tsx';
import { loadChunk } from './lib/chunks.ts';
import { loadPayload } from './pages/payloads.ts';

/** A screen: its address, the chunk that holds it, and the source file of that chunk (for preloading). */
function screen(
  path: string,
  file: string,
  load: () => Promise<ComponentType>,
): RouteObject & { id: string } {
  return {
    id: path,
    path,
    loader: loadPayload,
    lazy: async () => ({ Component: await loadChunk(load()) }),
    handle: { module: `src/web/routes/${file}.tsx` },
    // Filters and searches of a screen are its own affair: it asks the API for what changed.
    // The same address again means: what is there now.
    shouldRevalidate: ({ currentUrl, nextUrl }) =>
      currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href,
  };
}

/** Every address of the product, resolved in the browser (spec 2). */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: Failed,
    children: [
      screen('/', 'home', () => import('./routes/home.tsx').then((m) => m.Home)),
      screen('/articles', 'articles', () =>
        import('./routes/articles.tsx').then((m) => m.Articles),
      ),
      screen('/authors', 'authors', () => import('./routes/authors.tsx').then((m) => m.Authors)),
      screen('/authors/:alias', 'author', () =>
        import('./routes/author.tsx').then((m) => m.AuthorProfile),
      ),
      screen('/authors/:alias/articles', 'author-articles', () =>
        import('./routes/author-articles.tsx').then((m) => m.AuthorArticles),
      ),
      screen('/about', 'about', () => import('./routes/about.tsx').then((m) => m.About)),
      screen('/faq', 'faq', () => import('./routes/faq.tsx').then((m) => m.Faq)),
      screen('/privacy', 'privacy', () => import('./routes/privacy.tsx').then((m) => m.Privacy)),
      screen('/terms', 'terms', () => import('./routes/terms.tsx').then((m) => m.Terms)),
      screen('/contact', 'contact', () => import('./routes/contact.tsx').then((m) => m.Contact)),
      screen('/plans', 'plans', () => import('./routes/plans.tsx').then((m) => m.Plans)),
      screen('/auth', 'auth', () => import('./routes/auth.tsx').then((m) => m.SignIn)),
      screen('/profile', 'profile', () => import('./routes/profile.tsx').then((m) => m.Profile)),
      screen('/profile/following', 'following', () =>
        import('./routes/following.tsx').then((m) => m.Following),
      ),
      screen('/settings', 'settings', () =>
        import('./routes/settings.tsx').then((m) => m.Settings),
      ),
      screen('/health', 'health', () => import('./routes/health.tsx').then((m) => m.Health)),
      screen('/:alias/:slug', 'article', () =>
        import('./routes/article.tsx').then((m) => m.ArticleScreen),
      ),
      // The layout shows "Page Not Found" and "Something Went Wrong" by the payload's status.
      { id: '*', path: '*', loader: loadPayload, Component: () => null },
    ],
  },
];
