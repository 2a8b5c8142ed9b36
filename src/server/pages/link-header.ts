/** A link from a response to another resource. */
export interface ResponseLink {
  /** Absolute URL of the other resource. */
  url: string;
  /** Relation of the other resource to this one, such as `license`. */
  rel: string;
  /** Media type of the other resource. */
  type?: string;
}

/** Returns the value of a `Link` header (RFC 8288, section 3). URLs must be percent-encoded. */
export function createLinkHeader(links: readonly ResponseLink[]): string {
  return links
    .map(({ url, rel, type }) => `<${url}>; rel="${rel}"${type ? `; type="${type}"` : ''}`)
    .join(', ');
}
