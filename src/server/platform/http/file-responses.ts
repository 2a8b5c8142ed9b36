import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ByteRange, parseRange, UnsatisfiableRangeError } from '#domain/byte-ranges.ts';
import type { OpenFile } from '#server/platform/files/store.ts';
import { matchesIfMatch, matchesIfNoneMatch } from './etag.ts';

/** Properties of a file that are sent in its response headers. */
export interface FileResponseHeaders {
  mediaType: string;
  cacheControl: string;
}

/**
 * Milliseconds after which an unfinished response is cut off, so that a client that stops reading cannot keep the file
 * open forever. A browser that is still playing the file requests the rest with a range request.
 */
const SENDING_TIMEOUT = 10 * 60 * 1000;

/**
 * Streams the file that `read` opens, or the requested part of the file. Supports ranges (RFC 9110, 14) and conditional
 * requests (RFC 9110, 13): the status is 200, 206, 304, 412 or 416. Returns false, and sends nothing, if the file does
 * not exist.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  read: (range?: ByteRange) => Promise<OpenFile | undefined>,
  fileHeaders: FileResponseHeaders,
): Promise<boolean> {
  const { method, headers } = request;
  const found =
    method === 'HEAD'
      ? await readMetadata(read)
      : await readPart(request, read, parseRange(headers.range));
  if (!found) return false;
  if (reply.sent) {
    // The opened file is closed, because the request has timed out and another response has already been sent.
    if (!(found instanceof UnsatisfiableRangeError)) found.reading.body.destroy();
    return true;
  }
  reply.header('accept-ranges', 'bytes');
  if (found instanceof UnsatisfiableRangeError) {
    reply.code(416).header('content-range', `bytes */${found.size}`).send();
    return true;
  }
  const { body, from, to, size } = found.reading;
  if (sendPreconditionResult(request, reply, found.reading, fileHeaders)) return true;
  if (found.isPart) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  reply.header('content-type', fileHeaders.mediaType).header('content-length', to - from + 1);
  reply.send(body);
  limitSendingTime(reply);
  return true;
}

/**
 * Closes the connection if the response is not finished in time. A response cannot be ended early in any other way,
 * because its headers have already announced its length.
 */
function limitSendingTime({ raw }: FastifyReply): void {
  const timer = setTimeout(() => raw.destroy(), SENDING_TIMEOUT).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** A range of one byte, which is enough to get the size and the entity tag of a file. */
const FIRST_BYTE: ByteRange = { from: 0, to: 0 };

async function readMetadata(
  read: (range: ByteRange) => Promise<OpenFile | undefined>,
): Promise<{ reading: OpenFile; isPart: boolean } | undefined> {
  const reading = await read(FIRST_BYTE);
  return reading && { reading: { ...reading, from: 0, to: reading.size - 1 }, isPart: false };
}

/**
 * Evaluates the preconditions of a request (RFC 9110, 13.2.2). If they require a 304 or 412, sends it, closes the file
 * and returns true.
 */
function sendPreconditionResult(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: OpenFile,
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
 * Reads the requested part of a file. Reads the complete file if `range` is undefined, or if the file does not have the
 * entity tag in `If-Range`. Returns an error if the range starts after the end of the file, and `undefined` if the file
 * does not exist.
 */
async function readPart(
  { headers }: FastifyRequest,
  read: (range?: ByteRange) => Promise<OpenFile | undefined>,
  range: ByteRange | undefined,
): Promise<{ reading: OpenFile; isPart: boolean } | UnsatisfiableRangeError | undefined> {
  const whole = async () => {
    const reading = await read();
    return reading && { reading, isPart: false };
  };
  if (!range) return whole();
  const condition = headers['if-range'];
  const matchesIfRange = ({ etag }: OpenFile) => condition === undefined || condition === etag;
  try {
    const reading = await read(range);
    if (!reading || matchesIfRange(reading)) return reading && { reading, isPart: true };
    reading.body.destroy();
    return whole();
  } catch (error) {
    if (!(error instanceof UnsatisfiableRangeError)) throw error;
    const found = await whole();
    if (!found || !matchesIfRange(found.reading)) return found;
    found.reading.body.destroy();
    return error;
  }
}
