import { readFileSync } from 'node:fs';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { THEME_COLORS } from '#domain/theme-colors.ts';
import { chooseLetterContent, type LetterContent } from './letter-content.ts';
import { setMailTheme } from './mail-frame.ts';
import { renderConfirmationMail } from './render-confirmation.ts';
import { renderLetter } from './render-letter.ts';

const ORIGIN = 'https://octavo.example';
const UNSUBSCRIBE_URL = `${ORIGIN}/letter/unsubscribe?token=abc`;
const DAY = 'Tuesday, December 1';

const createArticle = (id: number, changes: Partial<ArticleMeta> = {}): ArticleMeta => ({
  id: `01976b2e-5c00-7a3e-9d21-${String(id).padStart(12, '0')}`,
  authorAlias: 'Ballast',
  path: `/Ballast/article-${id}`,
  title: `Article ${id} & <more>`,
  tagline: `What “${id}” is about.`,
  category: 'nsm',
  subcategory: 'mea',
  level: 'beginner',
  readingMinutes: 3 + id,
  createdAt: `2026-11-${10 + id}T00:00:00.000Z`,
  hasAudio: true,
  image: {
    src: `/images/covers/01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d.nsm0.${id}/640.webp`,
    alt: '',
    attributionHtml: '',
    ground: 'nsm-dark',
  },
  ...changes,
});
const createArticles = (...ids: number[]) => ids.map((id) => createArticle(id));

const CONTENT: LetterContent = {
  followed: createArticles(1, 2),
  hasMoreFollowed: true,
  fromDailyFive: createArticles(3, 4),
};
const render = (content = CONTENT) =>
  renderLetter(content, DAY, { origin: ORIGIN, unsubscribeUrl: UNSUBSCRIBE_URL });

/** Returns the text that is visible when an email's HTML is displayed. */
function toText(html: string): string {
  return html
    .replace(/<head>[\s\S]*<\/head>|<div style="display:none[\s\S]*?<\/div>/g, '')
    .replace('</span>ctavo', 'ctavo')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
}

function listWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}’“”<>&]+/gu));
}

describe('the letter', () => {
  it('says the same in both parts', () => {
    const { html, text } = render();
    expect(listWords(text.replaceAll(/https:\S+/g, ''))).toEqual(listWords(toText(html)));
  });

  it('links to articles, the feed, and the reader’s own page that ends it, and to nothing else', () => {
    const { html, text } = render();
    const listUrls = (source: string) => new Set(source.match(/https:\/\/[^\s"<]+/g));
    const links = [1, 2, 3, 4].map((id) => `${ORIGIN}/Ballast/article-${id}`);
    const expectedUrls = [
      ...links,
      `${ORIGIN}/`,
      UNSUBSCRIBE_URL,
      `${ORIGIN}/settings#letter`,
      `${ORIGIN}/privacy`,
    ];
    expect(listUrls(text)).toEqual(new Set(expectedUrls));
    const pictures = [1, 2, 3, 4].map(
      (id) =>
        `${ORIGIN}/images/covers/01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d.nsm0.${id}/${id === 1 ? 480 : 320}.jpg`,
    );
    expect(listUrls(html)).toEqual(new Set([...expectedUrls, ...pictures]));
  });

  it('names its first article in its subject', () => {
    expect(render().subject).toBe('Article 1 & <more>, and 3 more articles');
    expect(render({ ...CONTENT, followed: [], fromDailyFive: createArticles(3, 4) }).subject).toBe(
      'Article 3 & <more>, and one more article',
    );
    expect(render({ ...CONTENT, followed: [], fromDailyFive: createArticles(3) }).subject).toBe(
      'Article 3 & <more>',
    );
  });

  it('has no empty section', () => {
    const { text } = render({
      followed: [],
      hasMoreFollowed: false,
      fromDailyFive: createArticles(3, 4),
    });
    expect(text).toContain('TODAY’S FIVE');
    expect(text).not.toMatch(/NEW FROM|feed/);
    const alone = render({
      followed: createArticles(1),
      hasMoreFollowed: false,
      fromDailyFive: [],
    });
    expect(alone.text).not.toMatch(/TODAY|feed/);
  });

  it('loads no picture from another site', () => {
    const image = { ...createArticle(1).image, src: 'https://images.unsplash.com/photo?w=640' };
    const { html } = render({ ...CONTENT, followed: [createArticle(1, { image })] });
    expect(html).not.toContain('unsplash');
    expect(html).toContain('Article 1 &amp; &lt;more&gt;');
  });

  it('is valid HTML without scripts', async () => {
    const { html } = render();
    expect(html).not.toMatch(/<script|javascript:|<link/);
    const loader = new FileSystemConfigLoader({
      extends: ['html-validate:standard'],
      // Turns off HTML validation rules that do not suit emails, such as those against inline styles and layout
      // attributes of tables.
      rules: {
        'no-inline-style': 'off',
        'no-deprecated-attr': 'off',
        'attribute-allowed-values': 'off',
        'no-conditional-comment': 'off',
        'hidden-focusable': 'off',
      },
    });
    const { results } = await new HtmlValidate(loader).validateString(html);
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  });

  it('can be shown in one theme', () => {
    const { html } = render();
    expect(setMailTheme(html, 'dark')).toContain('@media all{.paper{background:#141311');
    expect(setMailTheme(html, 'light')).toContain('@media not all{.paper');
    for (const theme of ['light', 'dark'] as const)
      expect(setMailTheme(html, theme)).not.toMatch(/light dark|prefers-color-scheme/);
  });
});

describe('the mail with the confirmation link', () => {
  it('has the link in both parts', () => {
    const { html, text } = renderConfirmationMail(`${ORIGIN}/letter/confirm?token=abc`);
    for (const part of [html, text]) expect(part).toContain(`${ORIGIN}/letter/confirm?token=abc`);
    expect(text).toContain('The link works for 7 days.');
  });
});

describe('the articles of a letter', () => {
  const since = new Date('2026-11-12T12:00:00.000Z');

  it('are the new ones of followed authors, and two of the daily five', () => {
    expect(chooseLetterContent(createArticles(4, 3, 2, 1), createArticles(7, 8, 9), since)).toEqual(
      {
        followed: createArticles(4, 3),
        hasMoreFollowed: false,
        fromDailyFive: createArticles(7, 8),
      },
    );
  });

  it('are at most eight, none of them twice', () => {
    const newest = createArticles(19, 18, 17, 16, 15, 14, 13);
    const { followed, hasMoreFollowed, fromDailyFive } = chooseLetterContent(
      newest,
      createArticles(19, 14, 13, 1),
      since,
    )!;
    expect([followed, hasMoreFollowed]).toEqual([newest.slice(0, 6), true]);
    expect(fromDailyFive).toEqual(createArticles(13, 1));
  });

  it('are the daily five if followed authors published nothing', () => {
    expect(chooseLetterContent(createArticles(2, 1), createArticles(5, 6, 7, 8, 9), since)).toEqual(
      {
        followed: [],
        hasMoreFollowed: false,
        fromDailyFive: createArticles(5, 6, 7, 8, 9),
      },
    );
  });

  it('are none in a week without anything new', () => {
    expect(chooseLetterContent(createArticles(2, 1), [], since)).toBeUndefined();
  });
});

it('has the colors of the website', () => {
  const tokens = readFileSync('src/ui/tokens.css', 'utf8');
  for (const [name, { day, night }] of Object.entries(THEME_COLORS))
    expect(tokens).toContain(`--${name}: var(--day, ${day}) var(--night, ${night});`);
});
