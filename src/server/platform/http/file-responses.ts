import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type ByteRange,
  parseRange,
  UnsatisfiableRangeError,
} from '#server/platform/files/ranges.ts';
import type { FileReading } from '#server/platform/files/store.ts';
import { matchesIfMatch, matchesIfNoneMatch } from './etag.ts';

/** How a file is described in the response. */
export interface FileResponse {
  mediaType: string;
  cacheControl: string;
}

/**
 * Milliseconds until an unfinished response is cut off: a client that stops reading would keep the file open forever. A
 * narration has been played by then, and browsers request the rest with a range.
 */
const LONGEST_SENDING = 10 * 60 * 1000;

/**
 * Streams a file that `read` opens, or the requested part, with ranges (RFC 9110, 14) and conditions (13): 200, 206, 304,
 * 412 or 416. Returns false without sending anything if there is no file.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  read: (range?: ByteRange) => Promise<FileReading | undefined>,
  answer: FileResponse,
): Promise<boolean> {
  const { method, headers } = request;
  const found =
    method === 'HEAD'
      ? await readToTell(read)
      : await readPart(request, read, parseRange(headers.range));
  if (!found) return false;
  if (reply.sent) {
    // Another response was sent after a timeout. The opened file must be closed.
    if (!(found instanceof UnsatisfiableRangeError)) found.reading.body.destroy();
    return true;
  }
  reply.header('accept-ranges', 'bytes');
  if (found instanceof UnsatisfiableRangeError) {
    reply.code(416).header('content-range', `bytes */${found.size}`).send();
    return true;
  }
  const { body, from, to, size } = found.reading;
  if (isSettled(request, reply, found.reading, answer)) return true;
  if (found.isPart) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  reply.header('content-type', answer.mediaType).header('content-length', to - from + 1);
  reply.send(body);
  endInTime(reply);
  return true;
}

/** Closes the connection of a response that is not sent in time, since its length has been announced. */
function endInTime({ raw }: FastifyReply): void {
  const timer = setTimeout(() => raw.destroy(), LONGEST_SENDING).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** Reading one byte is enough for the headers of a file. */
const FIRST_BYTE: ByteRange = { from: 0, to: 0 };

async function readToTell(
  read: (range: ByteRange) => Promise<FileReading | undefined>,
): Promise<{ reading: FileReading; isPart: boolean } | undefined> {
  const reading = await read(FIRST_BYTE);
  return reading && { reading: { ...reading, from: 0, to: reading.size - 1 }, isPart: false };
}

/** Responds if the conditions of the request decide it, and closes the file. Returns whether it has responded. */
function isSettled(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: FileReading,
  { cacheControl }: FileResponse,
): boolean {
  const isAnother = headers['if-match'] !== undefined && !matchesIfMatch(headers['if-match'], etag);
  if (!isAnother) reply.header('cache-control', cacheControl).header('etag', etag);
  if (!isAnother && !matchesIfNoneMatch(headers['if-none-match'], etag)) return false;
  body.destroy();
  reply.code(isAnother ? 412 : 304).send();
  return true;
}

/** Returns the requested range; `undefined` for the whole file, also if the file has changed since (`If-Range`). */
async function readPart(
  { headers }: FastifyRequest,
  read: (range?: ByteRange) => Promise<FileReading | undefined>,
  range: ByteRange | undefined,
): Promise<{ reading: FileReading; isPart: boolean } | UnsatisfiableRangeError | undefined> {
  const whole = async () => {
    const reading = await read();
    return reading && { reading, isPart: false };
  };
  if (!range) return whole();
  const condition = headers['if-range'];
  const isMeant = ({ etag }: FileReading) => condition === undefined || condition === etag;
  try {
    const reading = await read(range);
    if (!reading || isMeant(reading)) return reading && { reading, isPart: true };
    reading.body.destroy();
    return whole();
  } catch (error) {
    if (!(error instanceof UnsatisfiableRangeError)) throw error;
    const found = await whole();
    if (!found || !isMeant(found.reading)) return found;
    found.reading.body.destroy();
    return error;
  }
}
