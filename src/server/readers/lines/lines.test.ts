import { eq, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleIdentity, ArticleMeta } from '#domain/article.ts';
import type { Line } from '#domain/lines.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { listLineCategories, removedLinesRemover } from './repository.ts';
import { lines } from './schema.ts';
import { getLineOfDay, saveKeptLine } from './service.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

describe.each(databases)('kept lines, on $name', ({ name, openFilled }) => {
  let test: LibraryTestApp;
  let library: ArticleMeta[];
  let ada: TestReader;
  let call: ReturnType<typeof createApiCaller>;
  /** The takeaways of the first article in the test library. */
  let takeaways: string[];

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    ({ library } = test);
    takeaways = await getTakeaways(library[0]!);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await emptyTables(test.database.queries, 'users');
    ada = await signInTestReader(test.database, 'ada');
    call = createApiCaller(test, ada);
  });

  const getBody = async ({ id }: ArticleIdentity) => {
    const { queries } = test.database;
    const [row] = await queries.select().from(articles).where(eq(articles.id, id));
    return row!.body;
  };
  const getTakeaways = async (article: ArticleIdentity) =>
    (await getBody(article)).keyPoints.map(({ takeaway }) => takeaway);
  const getWords = async (article: ArticleIdentity) =>
    (await getBody(article)).summary.join(' ').split(' ');
  const putLine = ({ authorAlias, id }: ArticleIdentity, body: unknown, callAs = call) =>
    callAs('PUT', `/articles/${authorAlias}/${id}/lines`, body);
  const keepText = async (article: ArticleIdentity, text: string, callAs = call): Promise<Line> =>
    (await putLine(article, { text }, callAs)).json().data;
  const fetchLines = async (
    query = '',
    callAs = call,
  ): Promise<{ lines: Line[]; nextToken: string | null }> =>
    (await callAs('GET', `/lines?${query}`)).json().data;
  const listTexts = async (query = '') => (await fetchLines(query)).lines.map(({ text }) => text);
  const updateArticle = (article: ArticleIdentity, values: Partial<typeof articles.$inferInsert>) =>
    test.database.queries.update(articles).set(values).where(eq(articles.id, article.id));

  it('are listed with their articles, last kept first, page by page', async () => {
    const [article, other] = library as [ArticleMeta, ArticleMeta];
    for (const text of takeaways) await keepText(article, text);
    await keepText(other, (await getTakeaways(other))[0]!);
    const first = await fetchLines('limit=3');
    expect(first.lines.map(({ text }) => text)).toEqual([
      (await getTakeaways(other))[0],
      takeaways[2],
      takeaways[1],
    ]);
    expect(first.lines[1]).toEqual({
      id: expect.any(String),
      text: takeaways[2],
      note: '',
      section: 'point-3',
      keptAt: expect.stringMatching(/Z$/),
      article: {
        id: article.id,
        authorAlias: article.authorAlias,
        title: article.title,
        path: article.path,
        category: article.category,
        isPublished: true,
      },
      isInArticle: true,
    });
    const second = await fetchLines(`limit=3&nextToken=${first.nextToken}`);
    expect(second.lines.map(({ text }) => text)).toEqual([takeaways[0]]);
    expect(second.nextToken).toBeNull();
  });

  it('are the same line if kept twice, also at the same time and with other white space', async () => {
    const [article] = library as [ArticleMeta];
    const text = takeaways[0]!;
    const spaced = `  ${text.replace(' ', '\n ')} `;
    const kept = await Promise.all([text, spaced, text].map((each) => keepText(article, each)));
    expect(new Set(kept.map(({ id }) => id)).size).toBe(1);
    expect(await test.database.queries.$count(lines)).toBe(1);
  });

  it.runIf(name === 'PostgreSQL')('are limited and kept once across two connections', async () => {
    const [article] = library as [ArticleMeta];
    const words = await getWords(article);
    const texts = [...new Set(words.map((_, at) => words.slice(0, at + 1).join(' ')))].slice(0, 53);
    for (const text of texts.slice(0, 49)) await keepText(article, text);
    const otherDatabase = await openSecondConnection(test.database);
    const connections = [test.database.queries, otherDatabase.queries];
    const results = await Promise.allSettled(
      texts
        .slice(48)
        .flatMap((text) =>
          connections.map((each) => saveKeptLine(each, ada.user, article.id, text)),
        ),
    );
    await otherDatabase.close();
    expect(await test.database.queries.$count(lines)).toBe(50);
    // The reader had saved 49 passages, and the limit is 50. Both connections then tried to save the 49th passage again
    // and four new ones. Four calls succeed: two for the 49th passage, and two for the new passage that became the
    // 50th. All other calls exceed the limit.
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });

  it('are limited to fifty for a free reader, even with concurrent calls', async () => {
    const [article] = library as [ArticleMeta];
    const words = await getWords(article);
    const texts = [...new Set(words.map((_, at) => words.slice(0, at + 1).join(' ')))].slice(0, 60);
    expect(texts.length).toBeGreaterThan(51);
    for (const text of texts.slice(0, 49)) await keepText(article, text);
    const responses = await Promise.all(texts.slice(49).map((text) => putLine(article, { text })));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const response = responses.find(({ statusCode }) => statusCode === 403)!;
    expect(response.json().error).toBe(
      'You have kept 50 lines, the most a free account can. Premium has no limit.',
    );
    expect(await test.database.queries.$count(lines)).toBe(50);
    // At the limit, a reader can still repeat the request to save a passage that is already saved.
    expect((await putLine(article, { text: texts[0] })).statusCode).toBe(200);
    await test.database.queries
      .update(users)
      .set({ tier: 'premium', subscriptionStatus: 'active' });
    expect((await putLine(article, { text: texts.at(-1) })).statusCode).toBe(200);
  });

  it('are found by article, by category and by words of text, note, title or author', async () => {
    const [article] = library as [ArticleMeta];
    const other = library.find(({ category }) => category !== article.category)!;
    const kept = await keepText(article, takeaways[0]!);
    const text = (await getTakeaways(other))[0]!;
    await keepText(other, text);
    expect(await listTexts(`article=${article.id}`)).toEqual([takeaways[0]]);
    expect(await listTexts(`category=${other.category}`)).toEqual([text]);
    expect(await listTexts(`category=${other.category}&article=${article.id}`)).toEqual([]);
    const searchTexts = (words: string) => listTexts(new URLSearchParams({ q: words }).toString());
    expect(await searchTexts(takeaways[0]!.slice(0, 60))).toEqual([takeaways[0]]);
    expect(await searchTexts(`${article.title} ${article.authorAlias.slice(0, 4)}`)).toEqual([
      takeaways[0],
    ]);
    expect(await searchTexts('zxqvjk')).toEqual([]);
    expect(await searchTexts('%_*')).toEqual([]);
    await call('PUT', `/lines/${kept.id}/note`, { note: 'For Zoë’s speech' });
    expect(await searchTexts('zoe speech')).toEqual([takeaways[0]]);
    await call('PUT', `/lines/${kept.id}/note`, { note: '' });
    expect(await searchTexts('zoe')).toEqual([]);
  });

  it('keep the text of an article that has changed or was withdrawn, and say so', async () => {
    const [article] = library as [ArticleMeta];
    const kept = await keepText(article, takeaways[0]!);
    const body = await getBody(article);
    const [first, ...rest] = body.keyPoints;
    const changed = { ...body, keyPoints: [{ ...first!, takeaway: 'Another sentence.' }, ...rest] };
    await updateArticle(article, { body: changed });
    expect((await fetchLines()).lines).toEqual([{ ...kept, isInArticle: false }]);
    await updateArticle(article, { status: 'archived' });
    expect((await fetchLines()).lines).toEqual([
      { ...kept, isInArticle: false, article: { ...kept.article, isPublished: false } },
    ]);
    expect((await putLine(article, { text: takeaways[1] })).statusCode).toBe(404);
    await updateArticle(article, { body, status: 'published' });
    expect((await fetchLines()).lines).toEqual([kept]);
  });

  it('are private to the reader, who can write a note and remove them', async () => {
    const [article] = library as [ArticleMeta];
    const callAsEve = createApiCaller(test, await signInTestReader(test.database, 'eve'));
    const { id } = await keepText(article, takeaways[0]!);
    await keepText(article, takeaways[1]!, callAsEve);
    const note = '  Read again\nin spring.  ';
    expect((await callAsEve('PUT', `/lines/${id}/note`, { note: 'mine' })).statusCode).toBe(404);
    expect((await call('PUT', `/lines/${id}/note`, { note })).statusCode).toBe(204);
    expect((await fetchLines()).lines).toMatchObject([{ note: 'Read again\nin spring.' }]);
    expect((await callAsEve('DELETE', `/lines/${id}`)).statusCode).toBe(204);
    expect(await listTexts()).toEqual([takeaways[0]]);
    for (const _ of [1, 2]) expect((await call('DELETE', `/lines/${id}`)).statusCode).toBe(204);
    expect(await listTexts()).toEqual([]);
    expect((await fetchLines('', callAsEve)).lines).toHaveLength(1);
  });

  it('have notes in which lone surrogates are replaced', async () => {
    const { id } = await keepText(library[0]!, takeaways[0]!);
    const writeNote = (note: string, previous: string) =>
      call('PUT', `/lines/${id}/note`, { note, previous });
    expect((await writeNote('A \ud83d half', '')).statusCode).toBe(204);
    expect((await fetchLines()).lines[0]!.note).toBe('A \ufffd half');
    // The server replaced the lone surrogate in the stored note. However, the page still shows the note as the reader
    // typed it, and sends that text as `previous`.
    expect((await writeNote('A \ud83d\ude00 whole', 'A \ud83d half')).statusCode).toBe(204);
    expect((await fetchLines()).lines[0]!.note).toBe('A 😀 whole');
  });

  it('have no other note than the one that the reader saw and replaced', async () => {
    const { id } = await keepText(library[0]!, takeaways[0]!);
    const writeNote = (body: object) => call('PUT', `/lines/${id}/note`, body);
    const readNote = async () => (await fetchLines()).lines[0]!.note;
    expect((await writeNote({ note: 'One', previous: '' })).statusCode).toBe(204);
    const response = await writeNote({ note: 'Two', previous: '' });
    expect([response.statusCode, response.json().error]).toEqual([
      409,
      'This note was changed in another tab or on another device.',
    ]);
    expect(await readNote()).toBe('One');
    // Repeats the first change, as a client does if the response was lost.
    expect((await writeNote({ note: 'One', previous: '' })).statusCode).toBe(204);
    expect((await writeNote({ note: 'Two', previous: 'One' })).statusCode).toBe(204);
    expect(await readNote()).toBe('Two');
  });

  it('can be restored for a day after they were removed, as they were', async () => {
    const { queries } = test.database;
    const [, second] = [
      await keepText(library[0]!, takeaways[0]!),
      await keepText(library[0]!, takeaways[1]!),
    ];
    await keepText(library[0]!, takeaways[2]!);
    await call('PUT', `/lines/${second.id}/note`, { note: 'Mine' });
    const linesBefore = await fetchLines();
    const restore = async (callAs = call) =>
      (await callAs('PUT', `/lines/${second.id}`)).statusCode;
    const callAsEve = createApiCaller(test, await signInTestReader(test.database, 'eve'));
    await call('DELETE', `/lines/${second.id}`);
    expect(await listTexts()).toEqual([takeaways[2], takeaways[0]]);
    expect((await call('PUT', `/lines/${second.id}/note`, { note: 'x' })).statusCode).toBe(404);
    expect(await restore(callAsEve)).toBe(404);
    expect(await restore()).toBe(204);
    expect(await restore()).toBe(204);
    expect(await fetchLines()).toEqual(linesBefore);

    await call('DELETE', `/lines/${second.id}`);
    const removeExpired = (hours: number) =>
      removedLinesRemover.removeBatch(queries, new Date(Date.now() + hours * 3_600_000), 10);
    expect(await removeExpired(23)).toBe(0);
    expect(await removeExpired(25)).toBe(1);
    expect(await restore()).toBe(404);
    expect(await queries.$count(lines)).toBe(2);
  });

  it('count towards the limit only while they are kept', async () => {
    const [article] = library as [ArticleMeta];
    const words = await getWords(article);
    const texts = [...new Set(words.map((_, at) => words.slice(0, at + 1).join(' ')))].slice(0, 51);
    const [first, ...others] = texts as [string, ...string[]];
    const { id } = await keepText(article, first);
    for (const text of others.slice(0, 49)) await keepText(article, text);
    await call('DELETE', `/lines/${id}`);
    expect((await putLine(article, { text: others.at(-1) })).statusCode).toBe(200);
    const response = await call('PUT', `/lines/${id}`);
    expect([response.statusCode, response.json().error]).toEqual([
      403,
      expect.stringContaining('You have kept 50 lines'),
    ]);
    expect(await listTexts()).not.toContain(first);
  });

  it('are new lines if they are kept again after they were removed', async () => {
    const [article] = library as [ArticleMeta];
    const first = await keepText(article, takeaways[0]!);
    await keepText(article, takeaways[1]!);
    await call('PUT', `/lines/${first.id}/note`, { note: 'Mine' });
    await call('DELETE', `/lines/${first.id}`);
    const keptAgain = await keepText(article, takeaways[0]!);
    expect(keptAgain).toMatchObject({ note: '' });
    expect(keptAgain.id).not.toBe(first.id);
    expect(await listTexts()).toEqual([takeaways[0], takeaways[1]]);
    expect((await call('PUT', `/lines/${first.id}`)).statusCode).toBe(404);
  });

  it('are of the categories in which they were kept, in any number', async () => {
    const { queries } = test.database;
    const [article] = library as [ArticleMeta];
    const other = library.find(({ category }) => category !== article.category)!;
    const oldest = await keepText(other, (await getTakeaways(other))[0]!);
    const newer = Array.from({ length: 1001 }, (_, at) => ({
      userId: ada.user.id,
      id: newId(),
      articleId: article.id,
      category: article.category,
      text: `Line ${at}`,
      section: 'opening' as const,
      position: at,
      words: '',
    }));
    await queries.insert(lines).values(newer);
    const categories = async () => (await listLineCategories(queries, ada.user)).toSorted();
    expect(await categories()).toEqual([article.category, other.category].toSorted());
    await updateArticle(other, { category: article.category });
    expect(await listTexts(`category=${other.category}`)).toEqual([oldest.text]);
    await updateArticle(other, { category: other.category });
    await call('DELETE', `/lines/${oldest.id}`);
    expect(await categories()).toEqual([article.category]);
  });

  it('get a category if an earlier release inserts them', async () => {
    const { queries } = test.database;
    const [article] = library as [ArticleMeta];
    await queries.execute(sql`
      INSERT INTO lines (user_id, id, article_id, text, section, position, words)
      VALUES (${ada.user.id}, ${newId()}, ${article.id}, 'A line.', 'opening', 1, ' a line')`);
    expect(await listLineCategories(queries, ada.user)).toEqual([article.category]);
  });

  it('are not stored for an account that was just deleted', async () => {
    const { queries } = test.database;
    await queries.execute(sql`UPDATE users SET deleted_at = now()`);
    await expect(saveKeptLine(queries, ada.user, library[0]!.id, takeaways[0]!)).rejects.toThrow(
      'Sign in first.',
    );
    expect(await queries.$count(lines)).toBe(0);
  });

  it.each([
    [{ text: 'No article says this.' }, 'This article does not contain this text.'],
    [{ text: '\0' }, 'This article does not contain this text.'],
    [{ text: ' \n ' }, 'text: must not be empty.'],
    [{ text: 'a'.repeat(1001) }, 'text: must be at most 1000 characters.'],
    [{ text: 7 }, 'text: must be text.'],
    [{}, 'text: must be text.'],
    [{ text: 'a', place: 'point-1' }, 'place'],
  ])('reject %j', async (body, sentence) => {
    const response = await putLine(library[0]!, body);
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      expect.stringContaining(sentence),
    ]);
  });

  it.each([
    [{ note: 'a'.repeat(1001) }, 'note: must be at most 1000 characters.'],
    [{ note: 'a\0' }, 'note: must be text.'],
    [{}, 'note: must be text.'],
    [{ note: 'a', previous: 1 }, 'previous: must be text.'],
  ])('reject the note %j', async (body, sentence) => {
    const { id } = await keepText(library[0]!, takeaways[0]!);
    const response = await call('PUT', `/lines/${id}/note`, body);
    expect([response.statusCode, response.json().error]).toEqual([400, sentence]);
  });

  it.each(['limit=51', 'article=abc', 'category=xyz', `q=${'a'.repeat(101)}`, 'nextToken=abc'])(
    'reject ?%s',
    async (query) => {
      expect((await call('GET', `/lines?${query}`)).statusCode).toBe(400);
    },
  );

  it('reject the token of another filter', async () => {
    for (const text of takeaways) await keepText(library[0]!, text);
    const { nextToken } = await fetchLines('limit=1');
    const other = await call('GET', `/lines?q=the&nextToken=${nextToken}`);
    expect(other.statusCode).toBe(400);
  });

  it('come back on some days, at the earliest a week later, the same one all day', async () => {
    const { queries } = test.database;
    const DAY = 86_400_000;
    const start = Date.parse('2026-12-24T15:00:00.000Z');
    const getShownLine = async (day: number, hours = 0) =>
      (await getLineOfDay(queries, ada.user, new Date(start + day * DAY + hours * 3_600_000)))
        ?.line;
    for (const text of takeaways) await keepText(library[0]!, text);
    await queries.update(lines).set({ keptAt: new Date(start) });
    const early = await Promise.all(Array.from({ length: 7 }, (_, day) => getShownLine(day)));
    expect(new Set(early)).toEqual(new Set([undefined]));
    const days = Array.from({ length: 120 }, (_, day) => day + 7);
    const shown = await Promise.all(days.map((day) => getShownLine(day)));
    const texts = shown.flatMap((line) => line?.text ?? []);
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.length).toBeLessThan(80);
    expect(new Set(texts)).toEqual(new Set(takeaways));
    expect(await Promise.all(days.map((day) => getShownLine(day, -14)))).toEqual(shown);
    const first = days[shown.findIndex(Boolean)]!;
    const { today } = (await getLineOfDay(queries, ada.user, new Date(start + first * DAY)))!;
    expect(today).toBe(new Date(start + first * DAY).toISOString().slice(0, 10));
    await updateArticle(library[0]!, { status: 'archived' });
    expect(await getShownLine(first)).toBeUndefined();
    await updateArticle(library[0]!, { status: 'published' });
  });

  describe('in a file', () => {
    const download = (format: string) => call('GET', `/lines.${format}`);
    const keepThreeLines = async () => {
      const [article, other] = library as [ArticleMeta, ArticleMeta];
      await keepText(other, (await getTakeaways(other))[0]!);
      await keepText(article, takeaways[0]!);
      const { id } = await keepText(article, takeaways[1]!);
      await call('PUT', `/lines/${id}/note`, { note: '=1+1 *now*\n- "again", please' });
    };

    it('have the columns of Readwise, without formulas', async () => {
      await keepThreeLines();
      const { headers, body } = await download('csv');
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="octavo-lines-\d{4}-\d\d-\d\d\.csv"$/,
      );
      const [head, first] = body.split('\r\n');
      expect(head).toBe('Highlight,Title,Author,URL,Note,Location,Date');
      expect(first).toContain(takeaways[1]!.slice(0, 20));
      expect(body).toContain('"\'=1+1 *now*\n- ""again"", please"');
      expect(first).toContain(library[0]!.path);
      expect(body.match(/,\d{4}-\d\d-\d\dT[\d:.]+Z\r\n/g)).toHaveLength(3);
    });

    it('are quotations in Markdown, with one heading for an article and without markup of their own', async () => {
      await keepThreeLines();
      const { body, headers } = await download('md');
      expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect(body.match(/^## /gm)).toHaveLength(2);
      expect(body.match(/^> /gm)).toHaveLength(3);
      expect(body).toContain('\n\\=1+1 \\*now\\*\n\\- "again", please\n');
      // The export removes indentation, because Markdown would render indented text as a code block.
      const [line] = (await fetchLines()).lines as [Line];
      await call('PUT', `/lines/${line.id}/note`, { note: 'First:\n\n    2. second' });
      expect((await download('md')).body).toContain('\nFirst:\n\n2\\. second\n');
    });

    it('are objects in JSON', async () => {
      await keepThreeLines();
      const [line, ...others] = (await download('json')).json();
      expect(line).toEqual({
        text: takeaways[1],
        note: '=1+1 *now*\n- "again", please',
        title: library[0]!.title,
        author: library[0]!.authorAlias,
        url: expect.stringMatching(new RegExp(`^http.*${library[0]!.path}$`)),
        position: expect.any(Number),
        keptAt: expect.stringMatching(/Z$/),
      });
      expect(others).toHaveLength(2);
    });

    it('may be none', async () => {
      expect((await download('json')).json()).toEqual([]);
      expect((await download('csv')).body.split('\r\n')).toHaveLength(2);
    });
  });
});
