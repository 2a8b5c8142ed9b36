import type { FastifyReply, FastifyRequest } from 'fastify';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import type { ComponentType, ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { CONSENT_COOKIE_NAME, CONSENT_LIFETIME_SECONDS } from '#domain/consent.ts';
import { CONTACT_RETENTION_DAYS } from '#domain/contact.ts';
import { CONTACT_EMAIL } from '#domain/contact-address.ts';
import { TEXT_LICENSE_PATH } from '#domain/paths.ts';
import { REQUEST_RATE_LIMITS } from '#domain/request-limits.ts';
import { ALL_SCREENS } from '#domain/screens.ts';
import { formatPrice, PREMIUM_PRICES_IN_CENTS, TIER_BENEFITS } from '#domain/tiers.ts';
import { ARTICLES_PER_WEB_FEED } from '#domain/web-feeds.ts';
import { MAX_STORED_LISTENING_POSITIONS } from '#server/readers/listening/positions/repository.ts';
import { LinkOfferCookie, SignInAttemptCookies } from '#server/readers/sign-in/cookies.ts';
import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';
import { bookmarkSet } from '#web/features/bookmarks/bookmark-set.ts';
import { followSet } from '#web/features/follows/follow-set.ts';
import { CACHE_LIFETIME_IN_MILLISECONDS } from '#web/reader/cache.ts';
import { finishedSet } from '#web/reader/finished-set.ts';
import { AboutScreen } from './about.tsx';
import { loadFaqScreen } from './faq.tsx';
import { loadDevelopersScreen, loadPrivacyScreen, loadTermsScreen } from './legal-page.tsx';

const privacy = await renderPage(loadPrivacyScreen());
const terms = await renderPage(loadTermsScreen());
const developers = await renderPage(loadDevelopersScreen());
const faq = await renderPage(loadFaqScreen());
const about = render(<AboutScreen />);
/** The HTML of text pages, by path. */
const PAGES: Record<string, string> = {
  '/terms': terms,
  '/privacy': privacy,
  '/developers': developers,
  '/faq': faq,
  '/about': about,
};

describe('the terms', () => {
  const html = terms;

  it('show the date of their last update', () => {
    expect(findUpdateDate(html)).toBe('October 31, 2025');
  });

  it('have 26 sections, numbered and anchored in order', () => {
    const sections = [...html.matchAll(/<section id="([^"]+)"><h2>(\d+)\. [^<]+<\/h2>/g)];
    expect(sections.map(([, id]) => id)).toEqual(listAnchors('section-'));
    expect(sections.map(([, , number]) => Number(number))).toEqual(listNumbers());
    expect(html.match(/<section id=/g)).toHaveLength(26);
  });

  it('have the section to which articles link as their license', () => {
    const [, id] = TEXT_LICENSE_PATH.split('#');
    expect(html).toContain(
      `<section id="${id}"><h2>16. What is ours, and what you may do with it</h2>`,
    );
  });

  it('list every section by its title in collapsible contents', () => {
    const contents = findContents(html);
    expect(contents).toMatch(/^<details><summary>Contents<\/summary>/);
    expect(listLinks(contents).map(([href]) => href)).toEqual(listAnchors('#section-'));
    for (const [href, title] of listLinks(contents)) {
      expect(html).toContain(`<section id="${href?.slice(1)}"><h2>${title}</h2>`);
    }
  });

  it.each([
    ['minimum age', '13 years'],
    ['minimum age in some European regions', 'at least 16'],
    ['time to delete the data of an account', '90 days'],
    ['liability cap', '12 months'],
    ['governing law', 'New South Wales'],
    ['settlement of disputes', 'arbitration'],
    ['monthly price', formatPrice(PREMIUM_PRICES_IN_CENTS.monthly)],
    ['annual price', formatPrice(PREMIUM_PRICES_IN_CENTS.annual)],
    ['length of a preview', `${MAX_PREVIEW_SECONDS} seconds`],
  ])('state the %s: %s', (_, fact) => {
    expect(readText(html)).toContain(fact);
  });
});

describe('the privacy policy', () => {
  const html = privacy;

  it('lists exactly the cookies that the server and the pages set', () => {
    const cookies = html.slice(
      html.indexOf('Necessary cookies'),
      html.indexOf('Local storage</h3>'),
    );
    const namedCookies = [...cookies.matchAll(/<code>([^<]+)/g)].map(([, name]) => name!);
    const setCookies = [
      ...listSignInCookies().map(({ name }) => name),
      'session',
      'id_token',
      CONSENT_COOKIE_NAME,
      'cookie_probe',
    ];
    expect(namedCookies.sort()).toEqual([...new Set(setCookies)].sort());
  });

  it('states the lifetime of the consent cookie, and where to change the choice', () => {
    expect([CONSENT_LIFETIME_SECONDS, new Map(listLifetimes()).get(CONSENT_COOKIE_NAME)]).toEqual([
      31_536_000,
      '1 year',
    ]);
    expect(findSection('cookies')).toContain('href="/settings#cookies"');
  });

  it('shows the date of its last update', () => {
    expect(findUpdateDate(html)).toBe('October 31, 2025');
  });

  it('has an anchor for cookies and tracking technologies', () => {
    expect(html).toContain('<section id="cookies"><h2>Cookies and tracking technologies</h2>');
  });

  it('lists all of its sections in its contents', () => {
    const sections = [...html.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => `#${id}`);
    expect(listLinks(findContents(html)).map(([href]) => href)).toEqual(sections);
  });

  it('names everything that is stored in the browser', () => {
    expect(listLifetimes().map(([name]) => name)).toEqual([
      'session',
      'id_token',
      ...['pkce_code_verifier', 'auth_redirect', 'auth_state', 'auth_nonce'],
      ...['auth_provider', 'auth_link', 'auth_begun'],
      'link_offer',
      'cookie_consent',
      'cookie_probe',
      'theme',
      'reading',
      'shortcuts',
      ...['cache:bookmarks', 'cache:follows'],
      'cache:finished',
      'cache:lines',
      'visitor-readings',
      ...['audioNarrator', 'audioPlaybackSpeed', 'audioAutoplay', 'audioDownloads'],
      ...['cache:listening', 'cache:listen-next'],
      'consent-over-signal',
      'fonts',
      ...['visitor-articles', 'reader-articles:…'],
      'reader-narrations:…',
      ...['assets', 'workbox-expiration', 'offline-page:…'],
      'outbox',
      ...['intent', 'signing-in'],
      ...['list:…', 'cache:list:…', 'react-router-scroll-positions'],
      ...['contact', 'cache:contact'],
      'reloaded-for-chunk',
    ]);
  });

  it('lists every cookie that a sign-in sets, with its lifetime', () => {
    const lifetimes = new Map(listLifetimes());
    const lifetimeTexts = new Map([
      [300, '300 seconds'],
      [3600, '1 hour'],
    ]);
    for (const { name, maxAge } of listSignInCookies())
      expect([name, lifetimes.get(name)]).toEqual([name, lifetimeTexts.get(maxAge)]);
    for (const name of ['session', 'id_token'])
      expect(lifetimes.get(name)).toBe(
        '30 days after you last used Octavo, 180 days at most, or until you sign out',
      );
  });

  it('states how long readers’ cached lists are stored', () => {
    const lifetimes = new Map(listLifetimes());
    expect(CACHE_LIFETIME_IN_MILLISECONDS).toBe(3_600_000);
    for (const { name } of [bookmarkSet, finishedSet, followSet])
      expect(lifetimes.get(`cache:${name}`)).toMatch(/^1 hour/);
    expect(lifetimes.get('intent')).toBe('15 minutes');
  });

  it('links from the retention periods to the deletion of an account', () => {
    expect(findSection('keeping')).toContain('href="/settings"');
  });

  it('states how long the browser stores listening settings and positions', () => {
    const lifetimes = new Map(listLifetimes());
    for (const name of ['audioNarrator', 'audioPlaybackSpeed', 'audioAutoplay', 'audioDownloads'])
      expect([name, lifetimes.get(name)]).toEqual([name, 'Until you clear it']);
    for (const name of ['cache:listening', 'cache:listen-next'])
      expect([name, lifetimes.get(name)]).toEqual([name, 'Until you sign out']);
  });

  it.each([
    ['places in narrations', `the last ${MAX_STORED_LISTENING_POSITIONS}`],
    ['contact messages', `${CONTACT_RETENTION_DAYS} days`],
    ['the data of a deleted account', '90 days'],
  ])('states the limit or retention period of %s: %s', (_, fact) => {
    expect(readText(findSection('keeping'))).toContain(fact);
  });
});

describe('the FAQ', () => {
  const html = faq;

  it('has four categories of three to six questions', () => {
    const categories = html.split('<section id="').slice(1);
    expect(
      categories.map((category) => readText(/<h2[^>]*>(.*?)<\/h2>/.exec(category)?.[1] ?? '')),
    ).toEqual(['About Octavo', 'Content & Quality', 'Using Octavo', 'Philosophy & Approach']);
    for (const category of categories) {
      const count = category.match(/<h3/g)?.length ?? 0;
      expect(count).toBeGreaterThanOrEqual(3);
      expect(count).toBeLessThanOrEqual(6);
    }
  });

  it.each([
    ['articles an author aims to publish', '2 articles per week'],
    ['review', 'not reviewed by humans'],
    ['bookmarks of the free tier', `limit of ${TIER_BENEFITS.free.bookmarks}`],
    ['monthly price', formatPrice(PREMIUM_PRICES_IN_CENTS.monthly)],
    ['annual price', formatPrice(PREMIUM_PRICES_IN_CENTS.annual)],
    ['length of a preview', `${MAX_PREVIEW_SECONDS} seconds`],
  ])('states the %s: %s', (_, fact) => {
    expect(readText(html)).toContain(fact);
  });

  it('ends with a link for further questions', () => {
    expect(html).toMatch(/<a [^>]*href="\/contact"[^>]*>Contact Us<\/a>/);
  });

  it('states where to delete an account', () => {
    const answer = /How do I delete my account\?<\/h3>.*?<p[^>]*>(.*?)<\/p>/.exec(html)?.[1] ?? '';
    expect(answer).toContain('href="/settings"');
    expect(answer).toContain('href="/privacy#keeping"');
  });
});

describe('the page for developers', () => {
  it('states the limits of the server', () => {
    const { uncachedResponses, searches, windowSeconds } = REQUEST_RATE_LIMITS;
    const text = readText(developers);
    expect(text).toContain(`At most ${uncachedResponses} uncached pages`);
    expect(text).toContain(`At most ${searches} searches`);
    expect(text).toContain(`in ${windowSeconds} seconds`);
    expect(text).toContain(`the ${ARTICLES_PER_WEB_FEED} newest articles`);
  });

  it('links to the terms and to a contact', () => {
    expect(developers).toContain('href="/terms"');
    expect(developers).toContain(`href="mailto:${CONTACT_EMAIL}"`);
  });
});

describe.each(Object.entries(PAGES))('%s', (_path, html) => {
  it('links only to existing targets', () => {
    const hrefs = [...html.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href!);
    expect(hrefs.filter((href) => !hasTarget(href, html))).toEqual([]);
  });

  it('is valid HTML', async () => {
    const validator = new HtmlValidate(
      new FileSystemConfigLoader({ extends: ['html-validate:standard'] }),
    );
    const report = await validator.validateString(html);
    expect(
      report.results.flatMap(({ messages }) => messages.map(({ message }) => message)),
    ).toEqual([]);
  });

  it('has one first-level heading and skips no level', () => {
    const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, index) => {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
  });

  it('has no inline style, which the content security policy forbids', () => {
    expect(html).not.toContain('style=');
  });
});

async function renderPage(page: Promise<ComponentType>) {
  const Page = await page;
  return render(<Page />);
}

function render(screen: ReactElement) {
  return renderToString(<MemoryRouter>{screen}</MemoryRouter>);
}

/** Returns the visible text of a page, without tags and entities and with single spaces. */
function readText(html: string) {
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

function findUpdateDate(html: string) {
  return /<p[^>]*>Last updated (?:<!-- -->)?([^<]+)<\/p>/.exec(html)?.[1];
}

/**
 * Returns true if a link's target is valid: an existing screen or anchor, one of Octavo's files, an email address, or
 * another site.
 */
function hasTarget(href: string, html: string): boolean {
  if (/^(https:\/\/|mailto:[^@]+@)/.test(href)) return true;
  if (['/licences.txt', '/api/v1/docs/', '/api/v1/openapi.json'].includes(href)) return true;
  const { pathname, hash } = new URL(href, 'https://octavo.example');
  const target = href.startsWith('#') ? html : PAGES[pathname];
  if (target && hash) return target.includes(` id="${hash.slice(1)}"`);
  return ALL_SCREENS.some(({ path }) => path === pathname);
}

/** Returns the HTML of a section of the privacy policy. */
function findSection(id: string): string {
  return new RegExp(`<section id="${id}">.*?</section>`).exec(privacy)?.[0] ?? '';
}

/** Returns `[name, lifetime]` of each item that the policy lists as stored in the browser. */
function listLifetimes(): [name: string, lifetime: string][] {
  const items = privacy.matchAll(/<dt>(.*?)<\/dt><dd>.*?<\/dd><dd[^>]*>(.*?)<\/dd>/g);
  return [...items].flatMap(([, names, lifetime]) =>
    [...names!.matchAll(/<code>([^<]+)<\/code>/g)].map(([, name]): [string, string] => [
      name!,
      lifetime!,
    ]),
  );
}

/** Returns the cookies that the server sets during a sign-in, with their lifetimes in seconds. */
function listSignInCookies(): { name: string; maxAge: number }[] {
  const cookies: { name: string; maxAge: number }[] = [];
  const reply = {
    setCookie: (name: string, _: string, { maxAge }: { maxAge: number }) =>
      cookies.push({ name, maxAge }),
  } as unknown as FastifyReply;
  const attempt = { verifier: '', state: '', nonce: '', provider: '', redirect: '' };
  const request = { cookies: {} } as FastifyRequest;
  new SignInAttemptCookies('http://localhost').add(request, reply, { ...attempt, isLinking: true });
  new LinkOfferCookie('http://localhost').set(reply, 'token');
  return cookies;
}

function findContents(html: string) {
  return /<nav[^>]*aria-label="Contents"[^>]*>(.*?)<\/nav>/.exec(html)?.[1] ?? '';
}

/** Returns `[href, text]` of each link, in order. */
function listLinks(html: string) {
  return [...html.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)].map(([, href, text]) => [
    href,
    text,
  ]);
}

function listNumbers() {
  return Array.from({ length: 26 }, (_, index) => index + 1);
}

function listAnchors(prefix: string) {
  return listNumbers().map((number) => `${prefix}${number}`);
}
