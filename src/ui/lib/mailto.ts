/** Returns a `mailto:` URL that opens a mail program with a message. */
export function createMailtoUrl(
  address: string,
  { subject, body }: { subject: string; body?: string | undefined },
): string {
  // According to RFC 6068, line breaks are CRLF, and spaces are `%20`, because mail programs do not decode plus signs.
  const query = Object.entries({ subject, ...(body && { body }) }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.replaceAll('\n', '\r\n'))}`,
  );
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?${query.join('&')}`;
}
