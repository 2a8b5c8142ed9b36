import { authorPath, TEXT_LICENSE_PATH } from '#domain/paths.ts';
import type { ResponseLink } from './link-header.ts';

/**
 * Returns the links that accompany an author's text: to the author's page and to the license. URLs are absolute,
 * starting with `origin`.
 */
export function createAuthorAndLicenseLinks(origin: string, alias: string): ResponseLink[] {
  return [
    { url: origin + authorPath(alias), rel: 'author' },
    { url: origin + TEXT_LICENSE_PATH, rel: 'license' },
  ];
}
