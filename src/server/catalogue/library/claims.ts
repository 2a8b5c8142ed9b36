import type { CitedSource } from '#domain/article.ts';
import { type ClaimsFile, claimsFileSchema } from '#domain/claims.ts';
import { parseYamlWithSchema } from '#server/platform/text/yaml.ts';

/**
 * Parses the YAML file with an article's claims, which are its statements with their sources.
 * Throws a {@link FileParseError} with the lines of the errors.
 */
export function parseClaimsYaml(text: string): ClaimsFile {
  return parseYamlWithSchema(text, claimsFileSchema, 1);
}

/** Returns the sources in an article's claims file, as readers see them below the article. */
export function toArticleSources({ sources }: ClaimsFile): CitedSource[] {
  return sources.map(({ cite, url }) => (url === undefined ? { cite } : { cite, url }));
}
