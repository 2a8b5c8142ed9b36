/** Returns a `mailto:` URL. It opens the reader's email program with a new message. */
export function createMailtoUrl(
  address: string,
  { subject, body }: { subject: string; body?: string | undefined },
): string {
  // According to RFC 6068, line breaks are CRLF. Spaces are encoded as `%20`, because email programs do not decode plus
  // signs.
  const query = Object.entries({ subject, ...(body && { body }) }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.replaceAll('\n', '\r\n'))}`,
  );
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?${query.join('&')}`;
}
