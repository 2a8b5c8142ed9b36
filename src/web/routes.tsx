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
      screen('/', 'reading/home', () => import('./routes/reading/home.tsx').then((m) => m.Home)),
      screen('/articles', 'reading/articles', () =>
        import('./routes/reading/articles.tsx').then((m) => m.Articles),
      ),
      screen('/authors', 'reading/authors', () =>
        import('./routes/reading/authors.tsx').then((m) => m.Authors),
      ),
      screen('/authors/:alias', 'reading/author', () =>
        import('./routes/reading/author.tsx').then((m) => m.AuthorProfile),
      ),
      screen('/authors/:alias/articles', 'reading/author-articles', () =>
        import('./routes/reading/author-articles.tsx').then((m) => m.AuthorArticles),
      ),
      screen('/about', 'text/about', () => import('./routes/text/about.tsx').then((m) => m.About)),
      screen('/faq', 'text/faq', () => import('./routes/text/faq.tsx').then((m) => m.Faq)),
      screen('/privacy', 'text/privacy', () =>
        import('./routes/text/privacy.tsx').then((m) => m.Privacy),
      ),
      screen('/terms', 'text/terms', () => import('./routes/text/terms.tsx').then((m) => m.Terms)),
      screen('/contact', 'text/contact', () =>
        import('./routes/text/contact.tsx').then((m) => m.Contact),
      ),
      screen('/plans', 'text/plans', () => import('./routes/text/plans.tsx').then((m) => m.Plans)),
      screen('/auth', 'account/auth', () =>
        import('./routes/account/auth.tsx').then((m) => m.SignIn),
      ),
      screen('/profile', 'account/profile', () =>
        import('./routes/account/profile.tsx').then((m) => m.Profile),
      ),
      screen('/profile/following', 'account/following', () =>
        import('./routes/account/following.tsx').then((m) => m.Following),
      ),
      screen('/settings', 'account/settings', () =>
        import('./routes/account/settings.tsx').then((m) => m.Settings),
      ),
      screen('/health', 'text/health', () =>
        import('./routes/text/health.tsx').then((m) => m.Health),
      ),
      screen('/:alias/:slug', 'reading/article', () =>
        import('./routes/reading/article.tsx').then((m) => m.ArticleScreen),
      ),
      // The layout shows "Page Not Found" and "Something Went Wrong" by the payload's status.
      { id: '*', path: '*', loader: loadPayload, Component: () => null },
    ],
  },
];
