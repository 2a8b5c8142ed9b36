/** Returns a `mailto:` URL that opens a mail program with a message. */
export function createMailtoUrl(
  address: string,
  { subject, body }: { subject: string; body?: string | undefined },
): string {
  // In RFC 6068, spaces are `%20`, since mail programs do not decode a plus sign, and line breaks are CRLF.
  const query = Object.entries({ subject, ...(body && { body }) }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.replaceAll('\n', '\r\n'))}`,
  );
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?${query.join('&')}`;
}
