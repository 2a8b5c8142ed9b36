import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type ByteRange,
  type FileReading,
  parseRange,
  UnsatisfiableRangeError,
} from '#server/platform/files/service.ts';

/** How a file is told of. */
export interface FileAnswer {
  mediaType: string;
  cacheControl: string;
}

/**
 * Sends a file that `read` reads, or the part that is asked for, as it comes: with ranges (RFC 9110, 14) and conditions
 * (13): 200, 206, 304 or 416. Returns false, and has sent nothing, where there is no file.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  read: (range?: ByteRange) => Promise<FileReading | undefined>,
  { mediaType, cacheControl }: FileAnswer,
): Promise<boolean> {
  const range = request.method === 'GET' ? parseRange(request.headers.range) : undefined;
  const found = await readPart(request, read, range);
  if (!found) return false;
  if (reply.sent) {
    // It took too long, and something else was answered: what was opened has to be closed.
    if (!(found instanceof UnsatisfiableRangeError)) found.reading.body.destroy();
    return true;
  }
  reply.header('accept-ranges', 'bytes');
  if (found instanceof UnsatisfiableRangeError) {
    reply.code(416).header('content-range', `bytes */${found.size}`).send();
    return true;
  }
  const { body, etag, from, to, size } = found.reading;
  reply.header('cache-control', cacheControl).header('etag', etag);
  if (isKnown(request.headers['if-none-match'], etag)) {
    body.destroy();
    reply.code(304).send();
    return true;
  }
  if (found.isPart) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  reply.header('content-type', mediaType).header('content-length', to - from + 1);
  reply.send(body);
  return true;
}

/** What is asked for, or the whole where that was a part of a file that has changed since (`If-Range`). */
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

/** Whether a browser that names these has it already (RFC 9110, 13.1.2: weakly compared). */
function isKnown(header: string | undefined, etag: string): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return (
    header === '*' || (header?.split(',').some((tag) => strong(tag) === strong(etag)) ?? false)
  );
}
