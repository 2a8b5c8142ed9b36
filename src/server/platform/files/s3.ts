import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { formatRangeHeader, resolveRange, UnsatisfiableRangeError } from '#domain/byte-ranges.ts';
import { type FileStore, splitFileKeyIntoSegments } from './store.ts';

/** An S3 bucket and its credentials. */
export interface S3Settings {
  bucket: string;
  /** URL of an S3-compatible server. Default: Amazon S3 in `region`. */
  endpoint?: string | undefined;
  region?: string | undefined;
  keyId: string;
  secret: string;
}

/** Maximum time, in milliseconds, until the S3 server starts to respond. */
const REQUEST_TIMEOUT = 10_000;
/**
 * Maximum number of retries per request. A request is retried if the server rejects it temporarily or fails with a
 * server error.
 */
const RETRIES = 3;

/**
 * Creates a file store in an S3 bucket. Uses only basic S3 operations, which every S3-compatible server supports. Signs
 * and sends requests with `aws4fetch`, because Amazon's client library is a hundred times as large.
 */
export function createS3FileStore({
  bucket,
  endpoint,
  region,
  keyId,
  secret,
}: S3Settings): FileStore {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region: region ?? 'us-east-1',
    retries: RETRIES,
  });
  const root = `${(endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/$/, '')}/${bucket}`;

  /**
   * Sends a request for one file. Returns the response once its headers have arrived, or `undefined` if the file does
   * not exist.
   */
  const requestFile = (key: string, init: RequestInit): Promise<Response | undefined> =>
    sendRequest(`/${splitFileKeyIntoSegments(key).map(encodeURIComponent).join('/')}`, init);

  const sendRequest = async (
    pathOrQuery: string,
    init: RequestInit,
  ): Promise<Response | undefined> => {
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new Error('The file store timed out.')),
      REQUEST_TIMEOUT,
    );
    try {
      const response = await client.fetch(root + pathOrQuery, { ...init, signal: timeout.signal });
      if (response.ok || response.status === 416) return response;
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      const requestLine = `${init.method} ${decodeURIComponent(pathOrQuery).replace(/^\//, '')}`;
      throw new Error(`The file store returned status ${response.status} for ${requestLine}.`);
    } finally {
      clearTimeout(timer);
    }
  };

  const fetchFileSize = async (key: string): Promise<number> => {
    const response = await requestFile(key, { method: 'HEAD' });
    return response ? getFileSize(response) : 0;
  };

  async function* listPages(parameters: Record<string, string>): AsyncGenerator<string[]> {
    const query = new URLSearchParams({ 'list-type': '2', ...parameters });
    for (let isOver = false; !isOver; ) {
      const response = await sendRequest(`?${query}`, { method: 'GET' });
      if (!response) throw new Error(`The file store has no bucket "${bucket}".`);
      const { keys, continuationToken } = parseFileList(await response.text());
      if (keys.length) yield keys;
      isOver = !continuationToken;
      if (continuationToken) query.set('continuation-token', continuationToken);
    }
  }

  return {
    async read(key, range) {
      const headers: Record<string, string> = range ? { range: formatRangeHeader(range) } : {};
      const response = await requestFile(key, { method: 'GET', headers });
      if (!response) return undefined;
      if (response.status === 416) {
        await response.body?.cancel();
        // Requests the file's size separately, because not every server includes it in a 416 response.
        throw new UnsatisfiableRangeError(await fetchFileSize(key));
      }
      const size = getFileSize(response);
      if (!size || !response.body) return undefined;
      const body = Readable.fromWeb(response.body as ReadableStream);
      const returnedRange = response.status === 206 ? range : undefined;
      return {
        size,
        etag: response.headers.get('etag') ?? '',
        ...resolveRange(returnedRange, size),
        body,
      };
    },

    has: async (key) => (await fetchFileSize(key)) > 0,

    async write(key, bytes, mediaType) {
      const headers = { 'content-type': mediaType };
      const response = await requestFile(key, { method: 'PUT', headers, body: bytes as BodyInit });
      if (!response) throw new Error(`The file store has no bucket "${bucket}".`);
      await response.body?.cancel();
    },

    list: (folder) =>
      listPages({ delimiter: '/', prefix: `${splitFileKeyIntoSegments(folder).join('/')}/` }),

    listAll: () => listPages({}),

    async remove(key) {
      const response = await requestFile(key, { method: 'DELETE' });
      await response?.body?.cancel();
    },
  };
}

/**
 * Parses one page of a bucket's file list (ListObjectsV2). A regular expression is sufficient for parsing, because the
 * relevant XML elements are not nested.
 */
function parseFileList(xml: string): { keys: string[]; continuationToken: string | undefined } {
  const listElements = (name: string) =>
    [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) =>
      unescapeXml(text!),
    );
  return { keys: listElements('Key'), continuationToken: listElements('NextContinuationToken')[0] };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? entity;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

/** Returns the size of the complete file in bytes, even if the response contains only part of the file. */
function getFileSize({ headers }: Response): number {
  const [, completeSize] = /\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return Number(completeSize ?? headers.get('content-length') ?? 0);
}
