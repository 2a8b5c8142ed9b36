import http from 'node:http';
import type { BareAnswer } from './bare.ts';

/** What browsers that are not old accept. */
export const ACCEPT = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' };

/** Headers `node:http` adds by itself, to every server alike. */
const OWN = new Set(['date', 'connection', 'keep-alive']);

/** Asks for an address once, and keeps the answer as it came, for the bare server to repeat. */
export function learnAnswer(url: string): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: ACCEPT }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('end', () =>
          resolve({
            status: response.statusCode!,
            headers: withoutOwn(response.rawHeaders),
            body: Buffer.concat(parts),
          }),
        );
      })
      .once('error', reject);
  });
}

function withoutOwn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => !OWN.has(rawHeaders[at - (at % 2)]!.toLowerCase()));
}
