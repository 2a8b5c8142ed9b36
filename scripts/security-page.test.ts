import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/**
 * Matches the mention of a test in docs/security.md: the test's file, and its title up to the end of the table cell or
 * the next test.
 */
const TEST_MENTION = /`([^`]+\.test\.tsx?)` "(.*?)"(?=; `| \|$)/gm;

it('the page about security names tests that exist', () => {
  const page = read('docs/security.md');
  const tests = [...page.matchAll(TEST_MENTION)];
  expect(tests.length).toBe(page.match(/\.test\.tsx?` "/g)?.length);
  expect(tests.length).toBeGreaterThan(40);
  const missing = tests.filter(([, file, title]) => !read(file!).includes(title!));
  expect(missing.map(([mention]) => mention)).toEqual([]);
});
