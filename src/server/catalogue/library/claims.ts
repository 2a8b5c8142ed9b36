import type { ArticleSource } from '#domain/article.ts';
import { type ClaimsFile, claimsSchema } from '#domain/claims.ts';
import { readYaml } from '#server/platform/text/yaml.ts';

/** Reads the claims beside an article. Throws `FaultError` that names every line at fault. */
export function parseClaims(text: string): ClaimsFile {
  return readYaml(text, claimsSchema, 1);
}

/** The sources as readers see them. */
export function toArticleSources({ sources }: ClaimsFile): ArticleSource[] {
  return sources.map(({ cite, url }) => (url === undefined ? { cite } : { cite, url }));
}
