import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import type { PagePayload } from '#domain/page.ts';
import { ALL_SCREENS, getScreen, type ScreenId } from '#domain/screens.ts';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { PageErrorBoundary, ScreenErrorBoundary } from './layout/error-boundaries.tsx';
import { loadStatusScreenCode } from './layout/get-status-screen.tsx';
import { Layout } from './layout/layout.tsx';
import { loadRoutePayload } from './pages/payloads.ts';

/**
 * For each screen, the source file under `routes/` and a function that loads the component. The server uses the file
 * name to find the screen's scripts and style sheets. Status screens are not listed, because the layout shows them at
 * any URL, depending on the payload's status.
 */
const COMPONENTS: Readonly<
  Record<
    Exclude<ScreenId, 'error' | 'not-found'>,
    readonly [file: string, load: () => Promise<ComponentType>]
  >
> = {
  home: ['reading/home', () => import('./routes/reading/home.tsx').then((m) => m.HomeScreen)],
  articles: [
    'reading/articles',
    () => import('./routes/reading/articles.tsx').then((m) => m.ArticlesScreen),
  ],
  authors: [
    'reading/authors',
    () => import('./routes/reading/authors.tsx').then((m) => m.AuthorsScreen),
  ],
  author: [
    'reading/author',
    () => import('./routes/reading/author.tsx').then((m) => m.AuthorProfileScreen),
  ],
  'author-articles': [
    'reading/author-articles',
    () => import('./routes/reading/author-articles.tsx').then((m) => m.AuthorArticlesScreen),
  ],
  about: ['text/about', () => import('./routes/text/about.tsx').then((m) => m.AboutScreen)],
  faq: ['text/faq', () => import('./routes/text/faq.tsx').then((m) => m.loadFaqScreen())],
  privacy: [
    'text/legal-page',
    () => import('./routes/text/legal-page.tsx').then((m) => m.loadPrivacyScreen()),
  ],
  terms: [
    'text/legal-page',
    () => import('./routes/text/legal-page.tsx').then((m) => m.loadTermsScreen()),
  ],
  developers: [
    'text/legal-page',
    () => import('./routes/text/legal-page.tsx').then((m) => m.loadDevelopersScreen()),
  ],
  contact: ['text/contact', () => import('./routes/text/contact.tsx').then((m) => m.ContactScreen)],
  plans: ['text/plans', () => import('./routes/text/plans.tsx').then((m) => m.PlansScreen)],
  auth: ['account/auth', () => import('./routes/account/auth.tsx').then((m) => m.SignInScreen)],
  profile: [
    'account/profile',
    () => import('./routes/account/profile.tsx').then((m) => m.ProfileScreen),
  ],
  following: [
    'account/following',
    () => import('./routes/account/following.tsx').then((m) => m.FollowingScreen),
  ],
  lines: ['account/lines', () => import('./routes/account/lines.tsx').then((m) => m.LinesScreen)],
  history: [
    'account/history',
    () => import('./routes/account/history.tsx').then((m) => m.HistoryScreen),
  ],
  settings: [
    'account/settings',
    () => import('./routes/account/settings.tsx').then((m) => m.SettingsScreen),
  ],
  health: ['text/health', () => import('./routes/text/health.tsx').then((m) => m.HealthScreen)],
  offline: ['text/offline', () => import('./routes/text/offline.tsx').then((m) => m.OfflineScreen)],
  article: [
    'reading/article',
    () => import('./routes/reading/article.tsx').then((m) => m.ArticleScreen),
  ],
};

/** Screens that load data in addition to their payload, such as further pages of a list or a reader's sessions. */
const QUERY_SCREENS: ReadonlySet<ScreenId> = new Set([
  'home',
  'articles',
  'authors',
  'author-articles',
  'profile',
  'history',
  'lines',
  'settings',
]);

/** All routes of the website, used by the routers in the browser and on the server (spec 2). */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: PageErrorBoundary,
    children: [
      {
        // This error boundary is inside the layout, so that the player survives an error in a screen.
        ErrorBoundary: ScreenErrorBoundary,
        children: [
          // TanStack Query adds 10 KB, so it is loaded only for screens that need it. The article screen, for example,
          // does not.
          { lazy: loadScreenWithQueries, children: createRoutes((id) => QUERY_SCREENS.has(id)) },
          ...createRoutes((id) => !QUERY_SCREENS.has(id)),
          { id: '*', path: '*', loader: loadPage, Component: () => null },
        ],
      },
    ],
  },
];

/** Loads the payload of a URL, and the code of a status screen if the payload requires one. */
async function loadPage(request: LoaderFunctionArgs): Promise<PagePayload> {
  const payload = await loadRoutePayload(request);
  await loadStatusScreenCode(payload);
  return payload;
}

async function loadScreenWithQueries() {
  const { ScreenWithQueries } = await awaitChunk(import('./screen-with-queries.tsx'));
  return { Component: ScreenWithQueries };
}

function createRoutes(isIncluded: (id: ScreenId) => boolean): RouteObject[] {
  return ALL_SCREENS.flatMap(({ id, path }) =>
    hasComponent(id) && isIncluded(id) ? [createRoute(id, path)] : [],
  );
}

function hasComponent(id: ScreenId): id is keyof typeof COMPONENTS {
  return Object.hasOwn(COMPONENTS, id);
}

function createRoute(id: keyof typeof COMPONENTS, path: string): RouteObject {
  const [file, load] = COMPONENTS[id];
  return {
    id: path,
    path,
    loader: loadPage,
    lazy: async () => ({ Component: await awaitChunk(load()) }),
    handle: { module: `src/web/routes/${file}.tsx` },
    // When filters or a search change, a public screen loads its data from the API instead of reloading its payload.
    // The payload is reloaded for a later page of a list and for a personal screen. It is also reloaded for a
    // navigation to the same URL, because such a navigation counts as a refresh.
    shouldRevalidate: ({ currentUrl, nextUrl }) =>
      Boolean(getScreen(id).isPersonal) ||
      currentUrl.pathname !== nextUrl.pathname ||
      currentUrl.href === nextUrl.href ||
      currentUrl.searchParams.get('from') !== nextUrl.searchParams.get('from'),
  };
}
