import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';

/** URL templates that the page for developers lists, such as `/authors/{alias}/feed.xml`. */
const URL_TEMPLATES = [
  ...readFileSync(
    new URL('../../../content/pages/developers.md', import.meta.url),
    'utf8',
  ).matchAll(/^- `(?:GET )?(\/[^`]+)`:/gm),
].map(([, template]) => template!);

const ORIGIN = 'http://localhost:3000';

let test: LibraryTestApp;

beforeAll(async () => {
  test = await createLibraryTestApp(pgliteTestEngine.openFilled);
});
afterAll(() => test.close());

/** Replaces the placeholders in a URL template with values of the test library's first article. */
function fillTemplate(template: string): string {
  const { path, category, subcategory, title } = test.library[0]!;
  const [, alias, slug] = path.split('/');
  const values: Record<string, string> = {
    alias: alias!,
    slug: slug!,
    category,
    subcategory,
    url: encodeURIComponent(ORIGIN + path),
    words: encodeURIComponent(title.split(' ')[0]!),
  };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);
}

it('names many addresses', () => {
  expect(URL_TEMPLATES.length).toBeGreaterThan(10);
});

it.each(URL_TEMPLATES)('names %s, which responds without an account', async (template) => {
  const { statusCode, headers } = await test.app.inject(fillTemplate(template));
  expect(statusCode).toBe(200);
  expect(headers['content-type']).not.toContain('text/html');
});
