import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ByteRange, parseRangeHeader, UnsatisfiableRangeError } from '#domain/byte-ranges.ts';
import type { StreamedFile } from '#server/platform/files/store.ts';
import { matchesIfMatch, matchesIfNoneMatch } from './etag.ts';

/** File properties that are sent in the response headers. */
export interface FileResponseHeaders {
  mediaType: string;
  cacheControl: string;
}

/**
 * Milliseconds after which an unfinished response is cut off. Without this limit, a client that stops reading could
 * keep the file open forever. A browser that is still playing the file fetches the rest with a range request.
 */
const SENDING_TIMEOUT = 10 * 60 * 1000;

/**
 * Streams the file that `read` opens, or only the requested range of it. Supports range requests (RFC 9110, 14) and
 * conditional requests (RFC 9110, 13). The status is 200, 206, 304, 412 or 416. If the file does not exist, sends
 * nothing and returns false.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  read: (range?: ByteRange) => Promise<StreamedFile | undefined>,
  fileHeaders: FileResponseHeaders,
): Promise<boolean> {
  const { method, headers } = request;
  const result =
    method === 'HEAD'
      ? await readMetadata(read)
      : await readPart(request, read, parseRangeHeader(headers.range));
  if (!result) return false;
  if (reply.sent) {
    // The request has timed out, and an error response has already been sent, so the file is closed.
    if (!(result instanceof UnsatisfiableRangeError)) result.file.body.destroy();
    return true;
  }
  reply.header('accept-ranges', 'bytes');
  if (result instanceof UnsatisfiableRangeError) {
    reply.code(416).header('content-range', `bytes */${result.size}`).send();
    return true;
  }
  const { body, from, to, size } = result.file;
  if (sendPreconditionResult(request, reply, result.file, fileHeaders)) return true;
  if (result.isPart) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  reply.header('content-type', fileHeaders.mediaType).header('content-length', to - from + 1);
  reply.send(body);
  limitSendingTime(reply);
  return true;
}

/**
 * Closes the connection if the response is not finished in time. There is no other way to end the response early,
 * because its headers have already announced its length.
 */
function limitSendingTime({ raw }: FastifyReply): void {
  const timer = setTimeout(() => raw.destroy(), SENDING_TIMEOUT).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** A range of one byte, which is enough to get the size and the entity tag of a file. */
const FIRST_BYTE: ByteRange = { from: 0, to: 0 };

async function readMetadata(
  read: (range: ByteRange) => Promise<StreamedFile | undefined>,
): Promise<{ file: StreamedFile; isPart: boolean } | undefined> {
  const file = await read(FIRST_BYTE);
  return file && { file: { ...file, from: 0, to: file.size - 1 }, isPart: false };
}

/**
 * Evaluates a request's preconditions (RFC 9110, 13.2.2). If they require a response with the status 304 or 412, sends
 * that response, closes the file and returns true. Otherwise returns false.
 */
function sendPreconditionResult(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: StreamedFile,
  { cacheControl }: FileResponseHeaders,
): boolean {
  const failsIfMatch =
    headers['if-match'] !== undefined && !matchesIfMatch(headers['if-match'], etag);
  if (!failsIfMatch) reply.header('cache-control', cacheControl).header('etag', etag);
  if (!failsIfMatch && !matchesIfNoneMatch(headers['if-none-match'], etag)) return false;
  body.destroy();
  reply.code(failsIfMatch ? 412 : 304).send();
  return true;
}

/**
 * Reads the requested part of a file. Reads the complete file if `range` is undefined, or if the header `If-Range`
 * contains a different entity tag. Returns an error if the range starts after the end of the file. Returns `undefined`
 * if the file does not exist.
 */
async function readPart(
  { headers }: FastifyRequest,
  read: (range?: ByteRange) => Promise<StreamedFile | undefined>,
  range: ByteRange | undefined,
): Promise<{ file: StreamedFile; isPart: boolean } | UnsatisfiableRangeError | undefined> {
  const readWhole = async () => {
    const file = await read();
    return file && { file, isPart: false };
  };
  if (!range) return readWhole();
  const condition = headers['if-range'];
  const matchesIfRange = ({ etag }: StreamedFile) => condition === undefined || condition === etag;
  try {
    const file = await read(range);
    if (!file || matchesIfRange(file)) return file && { file, isPart: true };
    file.body.destroy();
    return readWhole();
  } catch (error) {
    if (!(error instanceof UnsatisfiableRangeError)) throw error;
    const result = await readWhole();
    if (!result || !matchesIfRange(result.file)) return result;
    result.file.body.destroy();
    return error;
  }
}
