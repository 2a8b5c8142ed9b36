import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A test server that simulates an S3 server with a single bucket. Supports only the operations that Octavo uses. */
export interface TestBucket {
  name: string;
  endpoint: string;
  /** The stored objects by key. */
  objects: Map<string, { bytes: Buffer; mediaType: string }>;
  /** The received requests, each as its method and key, such as `GET a/b`. */
  requests: string[];
  /** HTTP error statuses with which the server responds to the next requests, one per request, in this order. */
  errorStatuses: number[];
  close(): Promise<void>;
}

/** Credentials that the test server accepts. */
export const TEST_BUCKET_CREDENTIALS = { keyId: 'test-key', secret: 'test-secret' };

/** Maximum number of keys in a page of a file list. */
const PAGE_SIZE = 3;

export async function startTestBucket(): Promise<TestBucket> {
  const objects: TestBucket['objects'] = new Map();
  const [requests, errorStatuses]: [string[], number[]] = [[], []];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://bucket');
    const key = decodeURIComponent(pathname).replace(/^\/octavo\/?/, '');
    requests.push(`${request.method} ${key}`);
    const errorStatus = isSigned(request) ? errorStatuses.shift() : 403;
    if (errorStatus) response.writeHead(errorStatus).end('<Error/>');
    else if (searchParams.has('list-type')) response.end(list(searchParams));
    else if (request.method === 'PUT') put(request, response, key);
    else if (request.method === 'DELETE') {
      // Like Amazon S3, the server responds with 204 even if the object does not exist.
      objects.delete(key);
      response.writeHead(204).end();
    } else send(request, response, key);
  });
  const put = async (request: IncomingMessage, response: ServerResponse, key: string) => {
    objects.set(key, {
      bytes: await buffer(request),
      mediaType: request.headers['content-type'] ?? '',
    });
    response.end();
  };
  /**
   * Returns a file list in the format of Amazon S3's ListObjectsV2. Keys that contain the delimiter after the prefix
   * are listed as folders.
   */
  const list = (parameters: URLSearchParams): string => {
    const [prefix, delimiter] = [parameters.get('prefix')!, parameters.get('delimiter')!];
    const from = Number(parameters.get('continuation-token')?.replace('token &', '') ?? 0);
    const matchingKeys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const isDeeper = (key: string) => key.slice(prefix.length).includes(delimiter);
    const contents = matchingKeys
      .slice(from, from + PAGE_SIZE)
      .map((key) =>
        isDeeper(key)
          ? `<CommonPrefixes><Prefix>${escapeXml(key)}</Prefix></CommonPrefixes>`
          : `<Contents><Key>${escapeXml(key)}</Key><Size>1</Size></Contents>`,
      );
    const isTruncated = from + PAGE_SIZE < matchingKeys.length;
    const next = isTruncated
      ? `<NextContinuationToken>token &amp;${from + PAGE_SIZE}</NextContinuationToken>`
      : '';
    return `<?xml version="1.0"?><ListBucketResult><Prefix>${escapeXml(prefix)}</Prefix>${next}${contents.join('')}</ListBucketResult>`;
  };
  const send = (request: IncomingMessage, response: ServerResponse, key: string) => {
    const object = objects.get(key);
    if (!object) return response.writeHead(404).end('<Error/>');
    const { bytes, mediaType } = object;
    const headers = {
      etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      'content-type': mediaType,
    };
    const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (!from && !to)
      return response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
    const first = from ? Number(from) : Math.max(bytes.length - Number(to), 0);
    const last = Math.min(from && to ? Number(to) : bytes.length - 1, bytes.length - 1);
    if (first > last) return response.writeHead(416).end('<Error/>');
    const range = `bytes ${first}-${last}/${bytes.length}`;
    return response
      .writeHead(206, { ...headers, 'content-range': range, 'content-length': last - first + 1 })
      .end(bytes.subarray(first, last + 1));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    name: 'octavo',
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    requests,
    errorStatuses,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Returns true if a request has a valid signature as specified by Amazon (Signature Version 4). Computes the signature
 * without the library that Octavo uses to sign requests, because a check with the same library would prove nothing.
 */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const [, scope = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=test-key\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const headerLines = signedHeaders.split(';').map((name) => `${name}:${headers[name]}\n`);
  const { pathname, searchParams } = new URL(url!, 'http://bucket');
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');
  const canonicalRequest = [
    method,
    pathname,
    query,
    headerLines.join(''),
    signedHeaders,
    headers['x-amz-content-sha256'],
  ];
  const hash = createHash('sha256').update(canonicalRequest.join('\n')).digest('hex');
  const stringToSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (secret, part) => hmac(secret, part),
      `AWS4${TEST_BUCKET_CREDENTIALS.secret}`,
    );
  return (
    signedHeaders.split(';').includes('host') &&
    hmac(key, stringToSign).toString('hex') === signature
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
