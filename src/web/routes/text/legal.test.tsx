import type { FastifyReply } from 'fastify';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { CONSENT_COOKIE, CONSENT_LIFETIME } from '#domain/consent.ts';
import { CONTACT_KEPT_DAYS } from '#domain/contact.ts';
import { PREVIEW } from '#server/catalogue/narration/preview.ts';
import { MOST_KEPT } from '#server/readers/listening/kept/repository.ts';
import { AttemptCookies, OfferCookie } from '#server/readers/sign-in/cookies.ts';
import { bookmarks } from '#web/features/bookmarks/bookmarks.ts';
import { follows } from '#web/features/follows/follows.ts';
import { CACHE_LIFETIME } from '#web/reader/cache.ts';
import { About } from './about.tsx';
import { Faq } from './faq.tsx';
import { Privacy } from './privacy.tsx';
import { Terms } from './terms.tsx';

describe('the terms', () => {
  const html = render(<Terms />);

  it('lead to the licences of what others made', () => {
    expect(html).toMatch(/<a [^>]*href="\/licences\.txt"[^>]*>their own licences<\/a>/);
  });

  it('say when they were last updated', () => {
    expect(textOf(html)).toContain('Last updated October 31, 2025');
  });

  it('have 26 sections, numbered and anchored in order', () => {
    const sections = [...html.matchAll(/<section id="([^"]+)"><h2>(\d+)\. [^<]+<\/h2>/g)];
    expect(sections.map(([, id]) => id)).toEqual(anchors('section-'));
    expect(sections.map(([, , number]) => Number(number))).toEqual(numbers());
    expect(html.match(/<section id=/g)).toHaveLength(26);
  });

  it('list every section by its own title in contents that fold away', () => {
    const contents = contentsOf(html);
    expect(contents).toMatch(/^<details><summary>Contents<\/summary>/);
    expect(linksOf(contents).map(([href]) => href)).toEqual(anchors('#section-'));
    for (const [href, title] of linksOf(contents)) {
      expect(html).toContain(`<section id="${href?.slice(1)}"><h2>${title}</h2>`);
    }
  });

  it('keep the promises of the product', () => {
    const text = textOf(html);
    expect(text).toContain('at least 13 years old');
    expect(text).toContain('at least 16');
    expect(text).toContain('not reviewed by humans');
    expect(text).toContain('within 90 days');
    expect(text).toContain('during the 12 months before');
    expect(text).toContain('law of New South Wales');
    expect(text).toContain('arbitration');
    expect(text).toContain('$2.99 a month or $29.99 a year');
    expect(text).toContain('You can cancel any time, without giving a reason');
    expect(text).toContain('until the end of the billing period');
  });

  it('say whose narrations are, and who speaks them', () => {
    const text = textOf(html);
    expect(text).toContain(`audio narrations beyond their first ${PREVIEW} seconds`);
    expect(text).toContain(
      `how its narration begins, ${PREVIEW} seconds at most; the whole is part`,
    );
    expect(text).toContain('spoken by synthetic voices');
  });
});

const privacy = render(<Privacy />);

describe.each([
  ['the privacy policy', privacy],
  ['the terms', render(<Terms />)],
])('%s', (_, html) => {
  it('says of nothing that is there that it is not', () => {
    expect(textOf(html)).not.toMatch(/no narrations yet|narrations are to be/i);
  });

  it('says nothing of what is not there', () => {
    expect(textOf(html)).not.toMatch(
      /manage subscription|payment processor|stock photo|our servers keep logs/i,
    );
  });
});

describe('the privacy policy', () => {
  const html = privacy;

  it('knows of no cookie of ours but those of signing in and the answer about cookies', () => {
    const cookies = html.slice(
      html.indexOf('Necessary cookies'),
      html.indexOf('Local storage</h3>'),
    );
    const named = [...cookies.matchAll(/<code>([^<]+)/g)].map(([, name]) => name!);
    const set = [
      ...cookiesOfSigningIn().map(({ name }) => name),
      'session',
      'id_token',
      CONSENT_COOKIE,
    ];
    expect(named.sort()).toEqual([...new Set(set)].sort());
    expect(textOf(html)).toContain('There is no other tracking');
  });

  it('says what people are asked, what follows from a yes, and that a browser may say no', () => {
    const cookies = sectionOf('cookies');
    expect(cookies).toContain('href="/settings#cookies"');
    const text = textOf(cookies);
    for (const what of [
      'At present we set none, whatever you answer',
      'everyone sees but Premium readers',
      'Unless you agree, they hold ads of our own',
      'If you agree, they may hold ads of Google AdSense',
      'Global Privacy Control',
    ])
      expect(text).toContain(what);
    const year = new Map(kept()).get(CONSENT_COOKIE);
    expect([CONSENT_LIFETIME, year]).toEqual([31_536_000, '1 year']);
  });

  it('names all that is done by consent alone, and which consent', () => {
    const [, words] = /\(consent\): ([^.]*)\./.exec(textOf(html))!;
    expect(words).toContain('the ads of a network, where you agreed to advertising');
    expect(words).toContain('read to their end, where you agreed to analytics');
  });

  it('says when it was last updated', () => {
    expect(textOf(html)).toContain('Last updated October 31, 2025');
  });

  it('has an anchor for cookies and tracking technologies', () => {
    expect(html).toContain('<section id="cookies"><h2>Cookies and tracking technologies</h2>');
  });

  it('lists each of its sections in its contents', () => {
    const sections = [...html.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => `#${id}`);
    expect(linksOf(contentsOf(html)).map(([href]) => href)).toEqual(sections);
  });

  it('names everything the browser keeps', () => {
    expect(kept().map(([name]) => name)).toEqual([
      'session',
      'id_token',
      ...['pkce_code_verifier', 'auth_redirect', 'auth_state', 'auth_nonce'],
      ...['auth_provider', 'auth_link'],
      'link_offer',
      'cookie_consent',
      'theme',
      ...['cache:bookmarks', 'cache:follows'],
      'cache:read',
      ...['audioNarrator', 'audioPlaybackSpeed', 'audioAutoplay', 'audioDownloads'],
      ...['cache:listening', 'cache:listen-next'],
      'consent-over-signal',
      'fonts',
      ...['intent', 'signing-in'],
      ...['list:…', 'cache:list:…', 'react-router-scroll-positions'],
      ...['contact', 'cache:contact'],
      'cache:topics:…',
      'reloaded-for-chunk',
    ]);
  });

  it('forgets no cookie that signing in sets, nor how long it lives', () => {
    const lifetimes = new Map(kept());
    const words = new Map([
      [300, '300 seconds'],
      [3600, '1 hour'],
    ]);
    for (const { name, maxAge } of cookiesOfSigningIn())
      expect([name, lifetimes.get(name)]).toEqual([name, words.get(maxAge)]);
    for (const name of ['session', 'id_token'])
      expect(lifetimes.get(name)).toBe('30 days after you last used Octavo, or until you sign out');
  });

  it('says which reader’s lists are kept for how long', () => {
    const lifetimes = new Map(kept());
    expect(CACHE_LIFETIME).toBe(3_600_000);
    for (const { name } of [bookmarks, follows])
      expect(lifetimes.get(`cache:${name}`)).toMatch(/^1 hour/);
    expect(lifetimes.get('intent')).toBe('15 minutes');
  });

  it('says what a deleted account loses at once, what later, and where to delete it', () => {
    const keeping = sectionOf('keeping');
    expect(keeping).toContain('href="/settings"');
    const text = textOf(keeping);
    const [atOnce, later] = text.slice(text.indexOf('At once')).split('The rest');
    for (const what of ['signed out everywhere', 'ways of signing in', 'follow', 'feedback'])
      expect(atOnce).toContain(what);
    expect(atOnce).toContain('where you left narrations');
    for (const what of [
      'narrator',
      'bookmarks',
      'reports',
      'messages',
      'within 30 days',
      'within 90 days',
    ])
      expect(later).toContain(what);
  });

  it('says how long the browser keeps what was chosen for listening, and what is heard', () => {
    const lifetimes = new Map(kept());
    for (const name of ['audioNarrator', 'audioPlaybackSpeed', 'audioAutoplay', 'audioDownloads'])
      expect([name, lifetimes.get(name)]).toEqual([name, 'Until you clear it']);
    for (const name of ['cache:listening', 'cache:listen-next'])
      expect([name, lifetimes.get(name)]).toEqual([name, 'Until you sign out']);
  });

  it('says what is kept of listening, and for how long', () => {
    const collected = textOf(sectionOf('collect'));
    expect(collected).toContain('which sentence you are at and when');
    expect(collected).toContain('the narrator you choose');
    expect(textOf(sectionOf('keeping'))).toContain(
      `forgotten once you have heard it to the end; of those you have not, we keep the last ${MOST_KEPT}`,
    );
  });

  it('says what is kept of messages to us, for how long, and who takes part', () => {
    const collected = textOf(sectionOf('collect'));
    expect(collected).toContain('the name, e-mail address, subject and message you enter');
    expect(collected).toContain('which account is yours');
    expect(collected).toContain('Where Octavo is run with reCAPTCHA');
    expect(textOf(sectionOf('keeping'))).toContain(`kept for ${CONTACT_KEPT_DAYS} days`);
  });

  it('says the same about age and deletion as the terms', () => {
    const text = textOf(html);
    expect(text).toContain('within 90 days');
    expect(text).toContain('aged 13 and over, and 16 and over');
  });
});

describe('the questions', () => {
  const html = render(<Faq />);

  it('come in four categories of three to six', () => {
    const categories = html.split('<section id="').slice(1);
    expect(
      categories.map((category) => textOf(/<h2[^>]*>(.*?)<\/h2>/.exec(category)?.[1] ?? '')),
    ).toEqual(['About Octavo', 'Content & Quality', 'Using Octavo', 'Philosophy & Approach']);
    for (const category of categories) {
      const count = category.match(/<h3/g)?.length ?? 0;
      expect(count).toBeGreaterThanOrEqual(3);
      expect(count).toBeLessThanOrEqual(6);
    }
  });

  it('end with a way to ask another', () => {
    expect(html).toMatch(/<a [^>]*href="\/contact"[^>]*>Contact Us<\/a>/);
  });

  it('are answered honestly', () => {
    const text = textOf(html);
    expect(text).toContain('not reviewed by humans');
    expect(text).toContain('aims to publish 2 articles per week');
    expect(text).toContain('the Free limit of 10');
    expect(text).toContain('no comments and no social features');
    expect(text).toContain(
      `how it begins, ${PREVIEW} seconds at most; the whole comes with Premium`,
    );
    expect(text).toContain('Premium costs $2.99 a month or $29.99 a year');
  });

  it('say where to delete an account', () => {
    const answer = /How do I delete my account\?<\/h3><p>(.*?)<\/p>/.exec(html)?.[1] ?? '';
    expect(answer).toContain('href="/settings"');
    expect(answer).toContain('href="/privacy#keeping"');
    expect(textOf(answer)).toContain('within 90 days');
  });
});

describe.each([
  ['/terms', <Terms key="terms" />],
  ['/privacy', <Privacy key="privacy" />],
  ['/faq', <Faq key="faq" />],
  ['/about', <About key="about" />],
])('%s', (_address, screen) => {
  const html = render(screen);

  it('is sound HTML', async () => {
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

  it('carries no inline style, which the content security policy forbids', () => {
    expect(html).not.toContain('style=');
  });
});

function render(screen: ReactElement) {
  return renderToString(<MemoryRouter>{screen}</MemoryRouter>);
}

/** What a reader reads: no tags, no entities, single spaces. */
function textOf(html: string) {
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

/** A section of the privacy policy. */
function sectionOf(id: string): string {
  return new RegExp(`<section id="${id}">.*?</section>`).exec(privacy)?.[0] ?? '';
}

/** `[name, lifetime]` of everything the policy lists as kept in the browser. */
function kept(): [name: string, lifetime: string][] {
  const items = privacy.matchAll(/<dt>(.*?)<\/dt><dd>.*?<\/dd><dd[^>]*>(.*?)<\/dd>/g);
  return [...items].flatMap(([, names, lifetime]) =>
    [...names!.matchAll(/<code>([^<]+)<\/code>/g)].map(([, name]): [string, string] => [
      name!,
      lifetime!,
    ]),
  );
}

/** What the server keeps in a browser that is signing in. */
function cookiesOfSigningIn(): { name: string; maxAge: number }[] {
  const cookies: { name: string; maxAge: number }[] = [];
  const reply = {
    setCookie: (name: string, _: string, { maxAge }: { maxAge: number }) =>
      cookies.push({ name, maxAge }),
  } as unknown as FastifyReply;
  const attempt = { verifier: '', state: '', nonce: '', provider: '', redirect: '' };
  new AttemptCookies('http://localhost').set(reply, { ...attempt, isLinking: true });
  new OfferCookie('http://localhost').set(reply, 'token');
  return cookies;
}

function contentsOf(html: string) {
  return /<nav[^>]*aria-label="Contents"[^>]*>(.*?)<\/nav>/.exec(html)?.[1] ?? '';
}

/** `[href, text]` of each link, in order. */
function linksOf(html: string) {
  return [...html.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)].map(([, href, text]) => [
    href,
    text,
  ]);
}

function numbers() {
  return Array.from({ length: 26 }, (_, index) => index + 1);
}

function anchors(prefix: string) {
  return numbers().map((number) => `${prefix}${number}`);
}
