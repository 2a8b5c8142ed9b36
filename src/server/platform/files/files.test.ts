import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ByteRange, UnsatisfiableRangeError } from '#domain/byte-ranges.ts';
import { createFolderFileStore } from './folder.ts';
import { createS3FileStore } from './s3.ts';
import type { FileStore } from './store.ts';
import { startTestBucket, TEST_BUCKET_CREDENTIALS, type TestBucket } from './testing/bucket.ts';

const KEY = 'pictures/covers/one, or another/320.avif';
const TYPE = 'image/avif';
const BYTES = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at % 251) + 1));

let folder: string;
let bucket: TestBucket;
beforeAll(async () => {
  bucket = await startTestBucket();
});
afterAll(() => bucket.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-files-'));
  bucket.objects.clear();
});
afterEach(() => rmSync(folder, { recursive: true }));

const openBucketStore = (secret: string) =>
  createS3FileStore({
    bucket: bucket.name,
    endpoint: bucket.endpoint,
    ...TEST_BUCKET_CREDENTIALS,
    secret,
  });
const readAll = async (files: FileStore, key: string, range?: ByteRange) => {
  const file = await files.read(key, range);
  return file && { ...file, body: await buffer(file.body) };
};

const listAll = async (files: FileStore, folder: string) => {
  const keys: string[] = [];
  for await (const page of files.list(folder)) keys.push(...page);
  return keys;
};

describe.each([
  ['a folder', () => createFolderFileStore(folder)],
  ['a bucket', () => openBucketStore(TEST_BUCKET_CREDENTIALS.secret)],
])('files in %s', (_, open) => {
  let files: FileStore;
  beforeEach(() => {
    files = open();
  });

  it('are read as they were written', async () => {
    await files.write(KEY, BYTES, TYPE);
    const file = await readAll(files, KEY);
    expect(file).toMatchObject({ size: BYTES.length, from: 0, to: BYTES.length - 1 });
    expect(file!.body.equals(BYTES)).toBe(true);
    expect(await files.has(KEY)).toBe(true);
  });

  it('get another ETag when their content changes', async () => {
    await files.write(KEY, BYTES, TYPE);
    const before = (await readAll(files, KEY))!.etag;
    expect(before).toMatch(/^"[^"]+"$/);
    await files.write(KEY, BYTES.subarray(1), TYPE);
    expect((await readAll(files, KEY))!.etag).not.toBe(before);
  });

  it.each<[ByteRange, number, number]>([
    [{ from: 0, to: 0 }, 0, 0],
    [{ from: 10, to: 19 }, 10, 19],
    [{ from: 199_990 }, 199_990, 199_999],
    [{ from: 5, to: 900_000 }, 5, 199_999],
    [{ last: 7 }, 199_993, 199_999],
    [{ last: 900_000 }, 0, 199_999],
  ])('are read partially: %j', async (range, from, to) => {
    await files.write(KEY, BYTES, TYPE);
    const file = await readAll(files, KEY, range);
    expect(file).toMatchObject({ size: BYTES.length, from, to });
    expect(file!.body.equals(BYTES.subarray(from, to + 1))).toBe(true);
  });

  it('reject ranges after their end', async () => {
    await files.write(KEY, BYTES, TYPE);
    const readBeyondEnd = files.read(KEY, { from: BYTES.length });
    await expect(readBeyondEnd).rejects.toThrow(new UnsatisfiableRangeError(BYTES.length));
  });

  it('are missing after they were removed, while other files in the folder remain', async () => {
    const otherKey = KEY.replace('320', '640');
    for (const key of [KEY, otherKey]) await files.write(key, BYTES, TYPE);
    await files.remove(KEY);
    expect(await files.read(KEY)).toBeUndefined();
    expect(await files.has(KEY)).toBe(false);
    expect(await files.has(otherKey)).toBe(true);
    await files.write(KEY, BYTES, TYPE);
    expect(await files.has(KEY)).toBe(true);
  });

  it('are listed by folder, without subfolders', async () => {
    const keys = ['a & b.mp3', 'one, or another.mp3', 'three &amp; four.mp3', 'two.mp3'].map(
      (name) => `sounds/${name}`,
    );
    const otherKeys = ['sounds/deeper/four.mp3', 'sounds2/five.mp3', 'six.mp3'];
    for (const key of [...keys, ...otherKeys]) await files.write(key, BYTES, TYPE);
    const listFolder = (folder: string) => listAll(files, folder);
    expect((await listFolder('sounds')).sort()).toEqual(keys);
    expect(await listFolder('none')).toEqual([]);
    expect(await listFolder('six.mp3')).toEqual([]);
  });

  it('can be removed when they do not exist', async () => {
    await files.write(KEY, BYTES, TYPE);
    for (const key of ['pictures/none.avif', `${KEY}/deeper`])
      await expect(files.remove(key)).resolves.toBeUndefined();
    expect(await files.has(KEY)).toBe(true);
  });

  it('are missing when they do not exist or are empty', async () => {
    await files.write(KEY, Buffer.alloc(0), TYPE);
    for (const key of [KEY, 'pictures/none.avif', `${KEY}/deeper`]) {
      expect(await files.read(key)).toBeUndefined();
      expect(await files.has(key)).toBe(false);
    }
  });
});

describe('a folder of files', () => {
  it('does not return a folder, or a file damaged by a power failure, as a file', async () => {
    const files = createFolderFileStore(folder);
    mkdirSync(path.join(folder, KEY), { recursive: true });
    writeFileSync(path.join(folder, 'zeros.avif'), Buffer.alloc(5000));
    for (const key of [KEY, 'zeros.avif', 'pictures']) {
      expect(await files.read(key)).toBeUndefined();
      expect(await files.has(key)).toBe(false);
    }
    await expect(files.write(KEY, BYTES, TYPE)).rejects.toThrow();
    await files.remove('pictures');
    expect(existsSync(path.join(folder, KEY))).toBe(true);
    await files.write('zeros.avif', BYTES, TYPE);
    expect(await files.has('zeros.avif')).toBe(true);
  });

  it.each(['../out.avif', 'a/../../out.avif', '/out.avif', 'a//b', '.drafts/x', ''])(
    'rejects the key %j',
    async (key) => {
      const files = createFolderFileStore(folder);
      await expect(files.read(key)).rejects.toThrow(TypeError);
      await expect(files.write(key, BYTES, TYPE)).rejects.toThrow(TypeError);
      await expect(files.remove(key)).rejects.toThrow(TypeError);
      await expect(listAll(files, key)).rejects.toThrow(TypeError);
    },
  );

  it('stores no unfinished files', async () => {
    const files = createFolderFileStore(folder);
    await files.write(KEY, BYTES, TYPE);
    mkdirSync(path.join(folder, 'taken.avif'));
    await expect(files.write('taken.avif', BYTES, TYPE)).rejects.toThrow();
    expect(readdirSync(path.join(folder, '.drafts'))).toEqual([]);
  });

  it('deletes unfinished files of crashed processes, but not current ones', async () => {
    const drafts = path.join(folder, '.drafts');
    mkdirSync(drafts);
    for (const name of ['old', 'new']) writeFileSync(path.join(drafts, name), BYTES);
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    utimesSync(path.join(drafts, 'old'), yesterday, yesterday);
    await createFolderFileStore(folder).write(KEY, BYTES, TYPE);
    expect(readdirSync(drafts)).toEqual(['new']);
  });

  it('can be written by two processes at once, and readers get one complete file', async () => {
    const files = createFolderFileStore(folder);
    await files.write(KEY, Buffer.alloc(BYTES.length, 1), TYPE);
    const writers = [1, 2].map((value) =>
      fork(new URL('./testing/writer.ts', import.meta.url), [folder, KEY, String(value)]),
    );
    await Promise.all(writers.map((writer) => once(writer, 'message')));
    for (let reads = 0; reads < 20; reads++) {
      const { body } = (await readAll(files, KEY))!;
      expect(body).toHaveLength(BYTES.length);
      expect(new Set(body).size).toBe(1);
    }
    for (const writer of writers) writer.disconnect();
    for (const writer of writers) {
      if (writer.exitCode === null) await once(writer, 'exit');
      expect(writer.exitCode).toBe(0);
    }
    expect(existsSync(path.join(folder, '.drafts'))).toBe(true);
    expect(readdirSync(path.join(folder, '.drafts'))).toEqual([]);
  });
});

describe('a bucket of files', () => {
  it('receives the media types of files', async () => {
    await openBucketStore(TEST_BUCKET_CREDENTIALS.secret).write(KEY, BYTES, TYPE);
    expect(bucket.objects.get(KEY)?.mediaType).toBe(TYPE);
  });

  it('receives a request again after it rejected it temporarily', async () => {
    const files = openBucketStore(TEST_BUCKET_CREDENTIALS.secret);
    await files.write(KEY, BYTES, TYPE);
    bucket.errorStatuses.push(503, 500);
    expect((await readAll(files, KEY))!.size).toBe(BYTES.length);
  });

  it('makes the store throw an error if it rejects a request permanently', async () => {
    const files = openBucketStore(TEST_BUCKET_CREDENTIALS.secret);
    await expect(openBucketStore('another').read(KEY)).rejects.toThrow(`status 403 for GET ${KEY}`);
    await expect(openBucketStore('another').remove(KEY)).rejects.toThrow(
      `status 403 for DELETE ${KEY}`,
    );
    const listing = listAll(openBucketStore('another'), 'pictures');
    await expect(listing).rejects.toThrow(/status 403 for GET \?list-type=2/);
    bucket.errorStatuses.push(404);
    await expect(files.write(KEY, BYTES, TYPE)).rejects.toThrow('no bucket "octavo"');
  });
});
