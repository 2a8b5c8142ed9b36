import type { CitedSource } from '#domain/article.ts';
import { type ClaimsFile, claimsFileSchema } from '#domain/claims.ts';
import { parseYamlWithSchema } from '#server/platform/text/yaml.ts';

/**
 * Parses the YAML file that contains an article's claims: its factual statements and their sources. Throws a {@link
 * FileParseError} that lists errors with their line numbers.
 */
export function parseClaimsYaml(text: string): ClaimsFile {
  return parseYamlWithSchema(text, claimsFileSchema, 1);
}

/** Returns the sources in an article's claims file, as readers see them below the article. */
export function toArticleSources({ sources }: ClaimsFile): CitedSource[] {
  return sources.map(({ cite, url }) => (url === undefined ? { cite } : { cite, url }));
}
