import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { AI_REQUEST_TYPES } from '#domain/studio/ai-requests.ts';
import { loadPromptTemplate } from './load-prompt-template.ts';

/**
 * SHA-256 hash of each released prompt file (first 16 digits). To change a prompt, create a new file and add a line
 * here.
 */
const RELEASED_HASHES: Readonly<Record<string, string>> = {
  'generate_article_ideas/v1.md': '03d07fcad561d2f3',
  'generate_article_ideas/v2.md': '6489a1333777e3db',
  'generate_article_ideas/v3.md': 'ed02c3d24f5709af',
  'generate_articles/v1.md': '66cb8788be264e4d',
  'generate_articles/v2.md': '35ae9a89a18a9c55',
  'generate_authors/v1.md': '332c38c85bf8d8f0',
  'house-rules/v1.md': 'b8dbb1206c53b540',
  'house-rules/v2.md': '75a6f707f83ff15f',
  'improve_articles/v1.md': '73a87139d6655414',
  'review_articles/v1.md': '6e27468f28282856',
};

it('never changes a released version', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.split(path.sep).join('/'));
  const hashes = files.map((name) => {
    const text = readFileSync(path.join(import.meta.dirname, name), 'utf8');
    const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
    return [name, hash.slice(0, 16)];
  });
  expect(Object.fromEntries(hashes)).toEqual(RELEASED_HASHES);
});

it.each(AI_REQUEST_TYPES)(
  'names the versions of the prompt of %s and of its house rules',
  async (type) => {
    const { version, system } = await loadPromptTemplate(type);
    expect(version).toMatch(new RegExp(`^${type}/v\\d+\\+rules/v\\d+$`));
    const [, rules] = version.split('+rules/');
    const text = readFileSync(path.join(import.meta.dirname, `house-rules/${rules}.md`), 'utf8');
    expect(system).toContain(text.replaceAll('\r\n', '\n').trim());
  },
);
