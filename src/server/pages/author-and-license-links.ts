import { authorPath, TEXT_LICENSE_PATH } from '#domain/paths.ts';
import type { ResponseLink } from './link-header.ts';

/** Returns the links from a text by an author to the author and to its terms of use. URLs begin with `origin`. */
export function createAuthorAndLicenseLinks(origin: string, alias: string): ResponseLink[] {
  return [
    { url: origin + authorPath(alias), rel: 'author' },
    { url: origin + TEXT_LICENSE_PATH, rel: 'license' },
  ];
}
