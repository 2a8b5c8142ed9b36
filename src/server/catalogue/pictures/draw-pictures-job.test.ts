import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  checkPreparedPhoto,
  computeTitleAreaColor,
  preparePhotoForStorage,
} from '#covers/photographs.ts';
import { findPublishedArticleById } from '#server/catalogue/articles/repository.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { type Library, readLibrary } from '#server/catalogue/library/library.ts';
import { CONTENT_CHANGE_JOB_DEFINITIONS } from '#server/catalogue/publication/publish-article.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { createDrawPicturesJob } from './draw-pictures-job.ts';
import { createPictureService, type PictureService } from './service.ts';
import { findArticleCoverSrcAndCardKey } from './share-card-content.ts';

/** Number of renderings of a cover that pages link to: six in AVIF, five in WebP and one in JPEG. */
const RENDERINGS_OF_COVER = 12;
const render = vi.fn(async () => Buffer.from('a picture'));

describe('the pictures of a published article', () => {
  let database: Database;
  let queue: JobQueueTestHarness;
  let folder: string;
  let library: Library;
  let pictures: PictureService;
  let job: ReturnType<typeof createDrawPicturesJob>;

  beforeAll(async () => {
    database = await pgliteTestEngine.open();
    queue = new JobQueueTestHarness(database);
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-drawing-'));
    const files = await openFileStore(readConfig({}), folder);
    pictures = createPictureService(database, files, pino({ level: 'silent' }), {
      render,
      preparePhotoForStorage,
      checkPhoto: checkPreparedPhoto,
      computeTitleAreaColor,
    });
    job = createDrawPicturesJob(pictures);
    await queue.reset(job, ...CONTENT_CHANGE_JOB_DEFINITIONS);
    library = await readLibrary(TEST_LIBRARY_FOLDER);
    await importLibrary(database.queries, library);
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    render.mockClear();
  });
  afterEach(async () => {
    await queue.stop();
    await queue.reset(job, ...CONTENT_CHANGE_JOB_DEFINITIONS);
  });

  /**
   * Imports the library with a new title for one article. If `title` is undefined, imports the library without the
   * article.
   */
  const publish = (id: string, title: string | undefined) =>
    importLibrary(database.queries, {
      ...library,
      articles: library.articles.flatMap((each) => {
        if (each.id !== id) return [each];
        return title ? [{ ...each, hash: title, article: { ...each.article, title } }] : [];
      }),
    });
  const listOutputs = async () => (await queue.jobs('draw-pictures')).map(({ output }) => output);

  it('are not drawn when the library is filled for the first time', async () => {
    expect(await queue.jobs('draw-pictures')).toEqual([]);
  });

  it('are drawn after publication, so that no reader waits for them', async () => {
    const { id } = library.articles[0]!;
    await publish(id, 'A title that says something else');
    queue.start(job);
    await expect.poll(listOutputs).toEqual([{ articleId: id, drawn: 1 + RENDERINGS_OF_COVER }]);

    const { image } = (await findPublishedArticleById(database.queries, id))!;
    const cover = image.src.split('/')[3]!;
    const { cardKey } = (await findArticleCoverSrcAndCardKey(database.queries, id))!;
    expect(readdirSync(path.join(folder, 'pictures/cards', cardKey))).toEqual(['1200.jpg']);
    const renderings = readdirSync(path.join(folder, 'pictures/covers', cover));
    expect(renderings).toHaveLength(RENDERINGS_OF_COVER);
  });

  it('are drawn only if they have changed', async () => {
    const { id } = library.articles[0]!;
    await publish(id, 'A third title');
    queue.start(job);
    // The cover does not show the title, so only the share card is drawn again.
    await expect.poll(listOutputs).toEqual([{ articleId: id, drawn: 1 }]);
  });

  it('are not drawn if the article is withdrawn', async () => {
    const { id } = library.articles[1]!;
    await publish(id, undefined);
    queue.start(job);
    await expect.poll(listOutputs).toContainEqual({ articleId: id, drawn: 0 });
  });
});
