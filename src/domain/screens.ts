/**
 * All screens (spec 2). Their properties determine the server's routes, caching and sitemap, and the browser's routes
 * and navigation.
 */
export const SCREENS = {
  home: {
    path: '/',
    isPersonal: true,
    caching: 'process',
    parameters: ['show', 'from'],
    isInSitemap: true,
    section: 'home',
  },
  articles: {
    path: '/articles',
    formerPaths: ['/explore'],
    parameters: ['category', 'subcategory', 'show', 'from'],
    uncachedParameters: ['q'],
    isInSitemap: true,
    section: 'explore',
  },
  authors: {
    path: '/authors',
    parameters: ['category', 'subcategory', 'from'],
    uncachedParameters: ['q'],
    isInSitemap: true,
    section: 'explore',
  },
  author: {
    path: '/authors/:alias',
    formerPaths: ['/:alias'],
    isInSitemap: true,
    section: 'explore',
  },
  'author-articles': {
    path: '/authors/:alias/articles',
    parameters: ['from'],
    section: 'explore',
  },
  article: {
    path: '/:alias/:slug',
    isInSitemap: true,
    section: 'explore',
  },
  about: {
    path: '/about',
    isInSitemap: true,
    footer: 'About',
  },
  privacy: {
    path: '/privacy',
    isInSitemap: true,
    footer: 'Privacy',
  },
  terms: {
    path: '/terms',
    isInSitemap: true,
    footer: 'Terms',
  },
  faq: {
    path: '/faq',
    isInSitemap: true,
    footer: 'FAQ',
  },
  contact: {
    path: '/contact',
    isInSitemap: true,
    footer: 'Contact',
  },
  developers: {
    path: '/developers',
    isInSitemap: true,
  },
  plans: {
    path: '/plans',
    isInSitemap: true,
  },
  auth: {
    path: '/auth',
    caching: 'process',
    uncachedParameters: ['redirect', 'error', 'with'],
  },
  profile: {
    path: '/profile',
    isPersonal: true,
    caching: 'process',
    parameters: ['show', 'order', 'from'],
    uncachedParameters: ['q'],
    section: 'profile',
  },
  following: {
    path: '/profile/following',
    isPersonal: true,
    caching: 'process',
    section: 'profile',
  },
  lines: {
    path: '/profile/lines',
    isPersonal: true,
    caching: 'process',
    parameters: ['category', 'article', 'from'],
    uncachedParameters: ['q'],
    section: 'profile',
  },
  history: {
    path: '/profile/history',
    isPersonal: true,
    caching: 'process',
    parameters: ['from'],
    section: 'profile',
  },
  settings: {
    path: '/settings',
    section: 'settings',
  },
  health: {
    path: '/health',
    caching: 'none',
  },
  offline: {
    path: '/offline',
  },
  error: {
    path: '/error',
  },
  'not-found': {
    path: '/not-found',
  },
} as const satisfies Record<string, Screen>;

export type ScreenId = keyof typeof SCREENS;

/** Properties of a screen. They do not depend on the request. */
export interface Screen {
  /** Path pattern in the router's syntax, such as `/:alias/:slug`. */
  path: string;
  /** Former and shorter paths of the screen. They redirect to it permanently. */
  formerPaths?: readonly string[];
  /** True if each reader sees their own version of this screen. Signed-out visitors see a different page instead. */
  isPersonal?: true;
  /**
   * Caches that may store a page until its content changes. `process`: only the cache of the server process. `none`: no
   * cache. Default: the server process and shared caches, because the page is the same for all visitors.
   */
  caching?: 'process' | 'none';
  /**
   * Query parameters that a page depends on, in canonical order. The server ignores parameters that are neither here
   * nor in `uncachedParameters`. `from` is the pagination token of a list. The first page of a list has no token.
   */
  parameters?: readonly string[];
  /**
   * Query parameters that can have arbitrary values, such as search queries. Pages with such a parameter are not
   * cached.
   */
  uncachedParameters?: readonly string[];
  /**
   * True if the sitemap contains the screen. Static pages that are missing from the sitemap are also hidden from search
   * engines.
   */
  isInSitemap?: true;
  /** Section of the product that the screen belongs to. */
  section?: NavigationSectionId;
  /** Label for the screen's link in the footer (spec 2, "Layout"). */
  footer?: string;
}

/** The four sections of the product, each with its first screen, in the order of the bottom bar (spec 2, "Layout"). */
export const NAVIGATION_SECTIONS = [
  { id: 'home', name: 'Home', path: SCREENS.home.path },
  { id: 'explore', name: 'Explore', path: SCREENS.articles.path },
  { id: 'profile', name: 'Profile', path: SCREENS.profile.path },
  { id: 'settings', name: 'Settings', path: SCREENS.settings.path },
] as const;

export type NavigationSectionId = 'home' | 'explore' | 'profile' | 'settings';

/** Returns the properties of a screen. */
export function getScreen(id: ScreenId): Screen {
  return SCREENS[id];
}

/** Properties and ID of every screen, in the order of {@link SCREENS}. */
export const ALL_SCREENS: readonly (Screen & { id: ScreenId })[] = Object.entries(SCREENS).map(
  ([id, screen]) => ({ ...screen, id: id as ScreenId }),
);

/** Returns true if a screen's path has parameters, such as `:alias`. */
export function hasPathParameters({ path }: Screen): boolean {
  return path.includes(':');
}

/**
 * Paths of screens on which each reader sees their own version of the page (spec 2). Signed-out visitors see a
 * different page there. Shared caches never store these pages.
 */
export const PERSONAL_SCREEN_PATHS: readonly string[] = ALL_SCREENS.filter(
  ({ isPersonal }) => isPersonal,
).map(({ path }) => path);
