import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleBody } from '#domain/article.ts';
import { emptyManuscript } from '#domain/studio/manuscript.ts';
import { findOnDesk } from '#server/catalogue/articles/service.ts';
import { readArticleFile } from '#server/catalogue/library/article-file.ts';
import { importLibrary } from '#server/catalogue/library/import.ts';
import { readLibrary, SHIPPED_LIBRARY } from '#server/catalogue/library/service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { fillWithLibrary } from '#server/testing/app.ts';
import { updateArticle } from '../desk/publishing.ts';
import { saveManuscript, takeManuscript } from '../manuscripts/service.ts';
import { articleSource } from './article-source.ts';
import { exportArticles } from './export.ts';

describe('what the studio publishes', () => {
  let database: Database;
  let folder: string;

  beforeAll(async () => {
    database = await openDatabase('memory');
    await fillWithLibrary(database, SHIPPED_LIBRARY);
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-export-'));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  it('is the same article again, once its file is read: tried with the whole library', async () => {
    const { articles } = await readLibrary(SHIPPED_LIBRARY);
    expect(articles.length).toBeGreaterThan(100);
    for (const { id } of articles) {
      const article = (await findOnDesk(database.queries, id))!;
      const { body, ...head } = readArticleFile(articleSource(article), article.body.sources);
      expect(body).toEqual(article.body);
      expect(head).toMatchObject({ id, title: article.title, tagline: article.tagline });
    }
  });

  it.each([
    'H<sub>2</sub>O and E = mc<sup>2</sup>',
    '2 * 3 * 4 = 24, _not_ emphasis, [not] a link, `not` code',
    'A <strong>bold <em>and slanted</em></strong> word, <code>a * b</code>',
    '1. not a list',
    '# no heading, &#x3C;b> no markup &#x26; an ampersand',
    'A <a href="https://example.org/a_b?c=d&#x26;e=f">link_with_lines</a>.',
    'A line<br>\nand another',
    '+ 5 degrees – and – 3',
  ])('keeps %s', async (html) => {
    const { id } = (await readLibrary(SHIPPED_LIBRARY)).articles[0]!;
    const article = (await findOnDesk(database.queries, id))!;
    const body: ArticleBody = { ...article.body, introduction: [html], conclusion: [html] };
    const read = readArticleFile(articleSource({ ...article, body }), body.sources);
    expect(read.body.introduction).toEqual([html]);
  });

  it('is written as files, and nothing else is; imported again, it follows its file', async () => {
    const { queries } = database;
    const { id, slug } = (await readLibrary(SHIPPED_LIBRARY)).articles[0]!;
    const doer = { id: crypto.randomUUID(), name: 'Edda' };
    await queries.transaction(async (transaction) => {
      const { content } = await takeManuscript(transaction, doer, id);
      expect(content).not.toEqual(emptyManuscript({ category: 'nsm', subcategory: 'mea' }));
      await saveManuscript(transaction, doer, id, {
        base: 1,
        content: { ...content, title: 'As the editor has it' },
        reason: 'edit',
      });
      await updateArticle(transaction, id, { doer });
    });
    const written = await exportArticles(queries, folder);
    expect(written).toHaveLength(2);
    const [file] = written.filter((name) => name.endsWith(`${slug}.md`));
    expect(readFileSync(path.join(folder, file!), 'utf8')).toContain('title: As the editor has it');
    expect(await exportArticles(queries, folder)).toEqual([]);
    const library = await readLibrary(SHIPPED_LIBRARY);
    expect((await importLibrary(queries, library)).articles.updated).toBe(0);
  });
});
