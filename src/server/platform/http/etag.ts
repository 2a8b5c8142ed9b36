/** Returns true if an `If-None-Match` header contains the entity tag. Tags are compared weakly (RFC 9110, 13.1.2). */
export function matchesIfNoneMatch(header: string | undefined, etag: string): boolean {
  const stripWeakPrefix = (tag: string) => tag.trim().replace(/^W\//, '');
  return parseTags(header).some(
    (tag) => tag === '*' || stripWeakPrefix(tag) === stripWeakPrefix(etag),
  );
}

/** Returns true if an `If-Match` header contains the entity tag. Tags are compared strongly (RFC 9110, 13.1.1). */
export function matchesIfMatch(header: string | undefined, etag: string): boolean {
  return parseTags(header).some((tag) => tag === '*' || (tag === etag && !tag.startsWith('W/')));
}

function parseTags(header: string | undefined): string[] {
  return header?.split(',').map((tag) => tag.trim()) ?? [];
}
