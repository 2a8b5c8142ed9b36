import type { IncomingHttpHeaders } from 'node:http';

/** Returns true if a client asks for Markdown. Programs that read for language models do; browsers never do. */
export function acceptsMarkdown({ accept }: IncomingHttpHeaders): boolean {
  return accept?.includes('text/markdown') ?? false;
}
