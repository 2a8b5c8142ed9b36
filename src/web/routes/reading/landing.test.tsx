import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { describe, expect, it } from 'vitest';
import type { Article } from '#domain/article.ts';
import { CATEGORIES } from '#domain/categories.ts';
import type { LandingScreenProps } from '#domain/page.ts';
import { LandingScreen } from './landing.tsx';

const KILOGRAM: Article = {
  id: '01a1f77d-4862-731c-bcfb-bd614a220284',
  authorAlias: 'Plumbline',
  path: '/Plumbline/the-last-thing-that-was-a-kilogram',
  title: 'The last thing that was a kilogram',
  tagline: 'A tagline.',
  category: 'nsm',
  subcategory: 'mea',
  level: 'beginner',
  readingMinutes: 4,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  hasAudio: true,
  image: { src: '/images/covers/a.1/960.jpg', alt: '', attributionHtml: '', ground: 'nsm-dark' },
  body: {
    summary: ['Line one.', 'Line two.', 'Line three.', 'Line four.', 'Line five.'],
    introduction: ['Introduction.'],
    keyPoints: [1, 2, 3].map((number) => ({
      title: `Key point ${number}`,
      paragraphs: [`Paragraph <em>${number}</em>.`],
      takeaway: `Takeaway ${number}.`,
    })),
    conclusion: ['Conclusion.'],
  },
};

const FULL: LandingScreenProps = {
  timestamp: '2026-01-01T00:00:00.000Z',
  articles: [KILOGRAM],
  dailyFive: [],
  example: KILOGRAM,
  counts: { nsm: { mea: 1 }, awd: { hab: 1100, tim: 100 } },
  readingMinutes: 4,
};
const EMPTY: LandingScreenProps = {
  ...FULL,
  articles: [],
  example: null,
  counts: {},
  readingMinutes: null,
};

describe('the landing page', () => {
  const text = readText(render(FULL));

  it('offers the articles of the day, if there are any', () => {
    const html = render({ ...FULL, dailyFive: [{ ...KILOGRAM, title: 'One of five' }] });
    expect(listLinks(html)).toContainEqual([KILOGRAM.path, 'One of five']);
    expect(readText(html)).toContain('Today’s five');
    expect(readText(html)).toContain('0 of 1 read');
    expect(text).not.toContain('Today’s five');
  });

  it('has the sections of the spec, and a sign-in link', () => {
    for (const title of ['The Problem', 'The Solution', 'Why Now', "What We're Not"])
      expect(text).toContain(title);
    expect(listLinks(render(FULL))).toContainEqual(['/auth', 'Get Started Free']);
    expect(listLinks(render(FULL))).toContainEqual(['/articles', 'Browse articles']);
  });

  it('shows the form of an article with a real example, and links to it', () => {
    for (const line of KILOGRAM.body.summary) expect(text).toContain(line);
    expect(text).toContain('Key point 1');
    expect(text).toContain('Takeaway 1.');
    expect(text).not.toContain('Key point 2');
    expect(listLinks(render(FULL))).toContainEqual([KILOGRAM.path, 'Read the full article, 4 min']);
  });

  it('lists all ten categories with their numbers of articles', () => {
    const links = listLinks(render(FULL));
    const categoryLinks = links.filter(([to]) => to.startsWith('/articles?category='));
    expect(categoryLinks.map(([to]) => to)).toEqual(
      CATEGORIES.map(({ id }) => `/articles?category=${id}`),
    );
    expect(links).toContainEqual([
      '/articles?category=nsm',
      'Natural Sciences & Mathematics 1 article',
    ]);
    expect(links).toContainEqual(['/articles?category=awd', 'Applied Wisdom 1,200 articles']);
  });

  it('states the reading time of an article', () => {
    expect(text).toContain('Four minutes well spent');
  });

  it('mentions narrations and their limits once, below the first screen', () => {
    const sentence = 'Listen to every article. The beginning is free for everyone';
    expect(text.split(sentence)).toHaveLength(2);
    expect(text.indexOf(sentence)).toBeGreaterThan(text.indexOf('The Solution'));
    expect(text.match(/audio|narrat|listen|aloud/gi)).toHaveLength(1);
    expect(text).toContain('the rest comes with Premium');
  });

  it('works without articles', () => {
    const html = render(EMPTY);
    expect(html).not.toContain('<img');
    expect(readText(html)).toContain('A few minutes well spent');
    expect(listLinks(html)).toContainEqual([
      '/articles?category=nsm',
      'Natural Sciences & Mathematics None yet',
    ]);
  });

  it.each([
    ['full', FULL],
    ['empty', EMPTY],
  ])('is valid HTML without inline styles (%s)', async (_, props) => {
    const html = render(props);
    expect(html).not.toContain('style=');
    expect(html.match(/<h1/g)).toHaveLength(1);
    const loader = new FileSystemConfigLoader({ extends: ['html-validate:standard'] });
    const { results } = await new HtmlValidate(loader).validateString(html);
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  });
});

function render(props: LandingScreenProps): string {
  const loaderData = { landing: { screen: 'landing', status: 200, props } };
  const router = createMemoryRouter(
    [{ id: 'landing', path: '/', Component: LandingScreen, loader: () => null }],
    {
      hydrationData: { loaderData },
    },
  );
  return renderToString(<RouterProvider router={router} />);
}

function listLinks(html: string): [to: string, text: string][] {
  return [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, to, innerHtml]) => [
    to!,
    readText(innerHtml!),
  ]);
}

function readText(html: string): string {
  return html
    .replace(/<!-- -->/g, '')
    .replace(/<(?!\/?(em|span|b)\b)[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
    .trim();
}
