import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listArticles } from '#server/catalogue/articles/service.ts';
import { renderPicture } from '#server/catalogue/drawing/render.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { fillWithShippedLibrary } from '#server/testing/app.ts';
import { type Pictures, storedPictures } from './service.ts';

vi.mock('#server/catalogue/drawing/render.ts', { spy: true });

describe('the pictures', () => {
  let database: Database;
  let pictures: Pictures;
  let folder: string;

  beforeAll(async () => {
    database = await openDatabase('memory');
    await fillWithShippedLibrary(database);
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-pictures-'));
    pictures = storedPictures(database.queries, folder);
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const keyOfAnyCover = async () => {
    const { metas } = await listArticles(database.queries, {}, 1);
    return metas[0]!.image.src.split('/')[3]!;
  };
  const small = (key: string) => ({ kind: 'covers', key, width: 320, format: 'jpg' }) as const;

  it('are rendered once, however many readers ask for a new one at the same time', async () => {
    const request = small(await keyOfAnyCover());
    const reads = await Promise.all(Array.from({ length: 8 }, () => pictures.read(request)));
    const kept = await pictures.read(request);
    for (const bytes of reads) expect(Buffer.from(bytes!).equals(kept!)).toBe(true);
    expect(renderPicture).toHaveBeenCalledTimes(1);
  });

  it('are not there for keys that never were', async () => {
    const key = await keyOfAnyCover();
    expect(await pictures.read(small(`${key}9`))).toBeUndefined();
    const portrait = `${key.slice(0, 36)}.nsm.1`;
    expect(await pictures.read({ ...small(portrait), kind: 'avatars' })).toBeUndefined();
  });
});
