/**
 * All screens (spec 2). The server's routes, caching and sitemap and the browser's routes and navigation
 * follow from this table.
 */
export const SCREENS = {
  home: {
    path: '/',
    isPersonal: true,
    caching: 'process',
    parameters: ['from'],
    isListed: true,
    section: 'home',
  },
  articles: {
    path: '/articles',
    formerPaths: ['/explore'],
    parameters: ['category', 'subcategory', 'from'],
    uncachedParameters: ['q'],
    isListed: true,
    section: 'explore',
  },
  authors: {
    path: '/authors',
    parameters: ['category', 'subcategory'],
    uncachedParameters: ['q'],
    isListed: true,
    section: 'explore',
  },
  author: {
    path: '/authors/:alias',
    isListed: true,
    section: 'explore',
  },
  'author-articles': {
    path: '/authors/:alias/articles',
    parameters: ['from'],
    section: 'explore',
  },
  article: {
    path: '/:alias/:slug',
    isListed: true,
    section: 'explore',
  },
  about: {
    path: '/about',
    isListed: true,
    footer: 'About',
  },
  privacy: {
    path: '/privacy',
    isListed: true,
    footer: 'Privacy',
  },
  terms: {
    path: '/terms',
    isListed: true,
    footer: 'Terms',
  },
  faq: {
    path: '/faq',
    isListed: true,
    footer: 'FAQ',
  },
  contact: {
    path: '/contact',
    isListed: true,
    footer: 'Contact',
  },
  plans: {
    path: '/plans',
    isListed: true,
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
    parameters: ['order', 'from'],
    uncachedParameters: ['q'],
    section: 'profile',
  },
  following: {
    path: '/profile/following',
    isPersonal: true,
    caching: 'process',
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
  error: {
    path: '/error',
  },
  'not-found': {
    path: '/not-found',
  },
} as const satisfies Record<string, Screen>;

export type ScreenId = keyof typeof SCREENS;

/** Static properties of a screen. */
export interface Screen {
  /** Pattern in the router's syntax; `:alias` and `:slug` are names of content. */
  path: string;
  /** Paths that redirect here permanently. */
  formerPaths?: readonly string[];
  /** True if each reader sees a personal page here, and signed-out visitors another one. */
  isPersonal?: true;
  /**
   * Cacheability of a page until its content changes: `process`, in this process only; `none`, not at all.
   * Default: in this process and in shared caches, since the page is the same for all visitors.
   */
  caching?: 'process' | 'none';
  /**
   * Query parameters that a page depends on, in canonical order; all others are ignored. `from` is the token
   * of a later page of a list.
   */
  parameters?: readonly string[];
  /** Query parameters with typed or random values. A page with one of them is not cached. */
  uncachedParameters?: readonly string[];
  /** True if the sitemap lists it. Static pages that are not listed are also excluded from search engines. */
  isListed?: true;
  /** Section of the product. */
  section?: SectionId;
  /** Label of its link in the footer (spec 2, "Layout"). */
  footer?: string;
}

/**
 * The four sections of the product, in the order of the bottom bar (spec 2, "Layout"), with their first
 * screens.
 */
export const SECTIONS = [
  { id: 'home', name: 'Home', path: SCREENS.home.path },
  { id: 'explore', name: 'Explore', path: SCREENS.articles.path },
  { id: 'profile', name: 'Profile', path: SCREENS.profile.path },
  { id: 'settings', name: 'Settings', path: SCREENS.settings.path },
] as const;

export type SectionId = 'home' | 'explore' | 'profile' | 'settings';

/** Returns a screen's row. */
export function getScreen(id: ScreenId): Screen {
  return SCREENS[id];
}

/** Every screen with its id, in the table's order. */
export const ALL_SCREENS: readonly (Screen & { id: ScreenId })[] = Object.entries(SCREENS).map(
  ([id, screen]) => ({ ...screen, id: id as ScreenId }),
);

/** Returns true if a path contains names of content. */
export function hasPathParameters({ path }: Screen): boolean {
  return path.includes(':');
}

/**
 * Paths that show each reader a personal page, and signed-out visitors another one (spec 2). Neither is ever
 * cached for others.
 */
export const PERSONAL_PATHS: readonly string[] = ALL_SCREENS.filter(
  ({ isPersonal }) => isPersonal,
).map(({ path }) => path);
