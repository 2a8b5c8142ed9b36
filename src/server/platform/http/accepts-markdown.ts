import type { IncomingHttpHeaders } from 'node:http';

/** Returns true if a client requests Markdown. Some AI tools do so, but browsers never do. */
export function acceptsMarkdown({ accept }: IncomingHttpHeaders): boolean {
  return accept?.includes('text/markdown') ?? false;
}
