import type { CitedSource } from '#domain/article.ts';
import { type ClaimsFile, claimsFileSchema } from '#domain/claims.ts';
import { parseYamlWithSchema } from '#server/platform/text/yaml.ts';

/** Parses an article's claims file. Throws a {@link FileParseError} that lists every invalid line. */
export function parseClaimsYaml(text: string): ClaimsFile {
  return parseYamlWithSchema(text, claimsFileSchema, 1);
}

/** Converts the sources of a claims file to the list that readers see. */
export function toArticleSources({ sources }: ClaimsFile): CitedSource[] {
  return sources.map(({ cite, url }) => (url === undefined ? { cite } : { cite, url }));
}
