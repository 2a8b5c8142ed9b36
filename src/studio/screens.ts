import type { ComponentType } from 'react';
import type { StudioRole } from '#domain/studio/roles.ts';
import { copy } from './copy.ts';
import type { IconName } from './ui/icons.tsx';

const words = copy.screens;

/** Headings of the groups in the studio's navigation, in order. The first group has no heading. */
export const NAVIGATION_GROUP_HEADINGS = ['', words.writing, words.readers, words.house] as const;

export interface StudioScreen {
  /** Path of the screen, relative to `/studio`. */
  path: string;
  name: string;
  /** Group of the screen in the navigation. Undefined if the screen can be reached only from other screens. */
  group?: (typeof NAVIGATION_GROUP_HEADINGS)[number];
  icon?: IconName;
  /** True if the tab bar on phones includes the screen. */
  isInTabBar?: boolean;
  /** True if the screen fills the window, without the navigation beside it. */
  isFullWindow?: boolean;
  /** Path of the screen that editors usually open next. Its code is loaded while the browser is idle. */
  preload?: string;
  /** Role that a member needs to see the screen. Undefined if every member may see it. */
  role?: StudioRole;
  /** Key of the count that is shown next to the screen's name, as in the response to `GET /counts`. */
  count?: string;
  load: () => Promise<ComponentType>;
}

/** All screens of the studio, in the order in which the navigation lists them. */
export const STUDIO_SCREENS: readonly StudioScreen[] = [
  {
    path: '/',
    name: words.dashboard,
    group: '',
    icon: 'dashboard',
    isInTabBar: true,
    load: () => import('./screens/dashboard/dashboard.tsx').then((module) => module.Dashboard),
  },
  {
    path: '/articles',
    name: words.articles,
    group: words.writing,
    icon: 'articles',
    isInTabBar: true,
    preload: '/articles/:id',
    load: () => import('./screens/articles/article-list.tsx').then((module) => module.ArticleList),
  },
  {
    path: '/articles/:id',
    name: words.article,
    isFullWindow: true,
    load: () => import('./screens/editor/editor-screen.tsx').then((module) => module.EditorScreen),
  },
  {
    path: '/ideas',
    name: words.ideas,
    group: words.writing,
    icon: 'ideas',
    isInTabBar: true,
    load: () => import('./screens/ideas/ideas-screen.tsx').then((module) => module.IdeasScreen),
  },
  {
    path: '/reviews',
    name: words.reviews,
    group: words.writing,
    icon: 'check',
    count: 'reviews',
    load: () => import('./screens/reviews/review-list.tsx').then((module) => module.ReviewList),
  },
  {
    path: '/reviews/:id',
    name: words.review,
    load: () => import('./screens/reviews/review-screen.tsx').then((module) => module.ReviewScreen),
  },
  {
    path: '/requests',
    name: words.requests,
    group: words.writing,
    icon: 'requests',
    load: () =>
      import('./screens/requests/ai-request-list.tsx').then((module) => module.AiRequestList),
  },
  {
    path: '/requests/:id',
    name: words.request,
    load: () =>
      import('./screens/requests/ai-request-screen.tsx').then((module) => module.AiRequestScreen),
  },
  {
    path: '/cadence',
    name: words.cadence,
    group: words.writing,
    icon: 'clock',
    load: () =>
      import('./screens/cadence/cadence-screen.tsx').then((module) => module.CadenceScreen),
  },
  {
    path: '/authors',
    name: words.authors,
    group: words.writing,
    icon: 'authors',
    load: () => import('./screens/authors/author-list.tsx').then((module) => module.AuthorList),
  },
  {
    path: '/authors/:id',
    name: words.author,
    preload: '/authors/:id/edit',
    load: () => import('./screens/authors/author-screen.tsx').then((module) => module.AuthorScreen),
  },
  {
    path: '/authors/:id/edit',
    name: words.editAuthor,
    load: () =>
      import('./screens/authors/edit-author-screen.tsx').then((module) => module.EditAuthorScreen),
  },
  {
    path: '/reports',
    name: words.reports,
    group: words.readers,
    icon: 'reports',
    count: 'reports',
    load: () => import('./screens/reports/report-queue.tsx').then((module) => module.ReportQueue),
  },
  {
    path: '/inbox',
    name: words.inbox,
    group: words.readers,
    icon: 'inbox',
    isInTabBar: true,
    count: 'messages',
    load: () => import('./screens/inbox/inbox.tsx').then((module) => module.Inbox),
  },
  {
    path: '/inbox/:id',
    name: words.message,
    load: () => import('./screens/inbox/inbox.tsx').then((module) => module.Inbox),
  },
  {
    path: '/narrators',
    name: words.narrators,
    group: words.house,
    icon: 'narrators',
    load: () =>
      import('./screens/narrators/narrators-screen.tsx').then((module) => module.NarratorsScreen),
  },
  {
    path: '/health',
    name: words.health,
    group: words.house,
    icon: 'health',
    load: () => import('./screens/health/health-screen.tsx').then((module) => module.HealthScreen),
  },
  {
    path: '/log',
    name: words.log,
    group: words.house,
    icon: 'log',
    load: () => import('./screens/log/audit-log.tsx').then((module) => module.AuditLog),
  },
  {
    path: '/members',
    name: words.members,
    group: words.house,
    icon: 'members',
    role: 'administrator',
    load: () => import('./screens/members/member-list.tsx').then((module) => module.MemberList),
  },
];
