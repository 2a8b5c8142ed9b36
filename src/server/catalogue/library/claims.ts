import type { ArticleSource } from '#domain/article.ts';
import { type ClaimsFile, claimsSchema } from '#domain/claims.ts';
import { readYaml } from '#server/platform/text/yaml.ts';

/** Parses the claims file of an article. Throws `FaultError` with every invalid line. */
export function parseClaims(text: string): ClaimsFile {
  return readYaml(text, claimsSchema, 1);
}

/** Returns the sources that readers see. */
export function toArticleSources({ sources }: ClaimsFile): ArticleSource[] {
  return sources.map(({ cite, url }) => (url === undefined ? { cite } : { cite, url }));
}
