import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { type WritingVoice, writingVoiceSchema } from '#domain/studio/personas.ts';
import type { ContentFileError } from '#server/platform/text/file-error.ts';
import { readYamlFile } from '#server/platform/text/yaml.ts';
import { type Library, readLibrary } from '../library/library.ts';
import { type Idea, ideasSchema } from './ideas.ts';
import { type SplitLibraryArticle, splitLibraryArticle } from './passages.ts';
import { type Review, reviewSchema } from './reviews.ts';

/** Name of the file that contains a content library's article ideas. */
export const IDEAS_FILE_NAME = 'ideas.yaml';

/** A content library, together with the files in which editors describe and review its articles and authors. */
export interface LibraryWithAuthoringFiles {
  library: Library;
  published: SplitLibraryArticle[];
  drafts: SplitLibraryArticle[];
  ideas: Idea[];
  /** The voice sheets of authors, which describe how they write, keyed by lower-case alias. */
  voices: ReadonlyMap<string, WritingVoice>;
  /** The reviews of articles, keyed by `alias/slug`. */
  reviews: ReadonlyMap<string, Review>;
  /** Errors in files that could not be read or parsed. */
  errors: ContentFileError[];
}

/**
 * Reads all files of a content library. Skips files that cannot be read or parsed, and adds their errors to `errors`.
 */
export async function readLibraryWithAuthoringFiles(
  folder: string,
): Promise<LibraryWithAuthoringFiles> {
  const library = await readLibrary(folder);
  const errors = [...library.errors];
  const ideas = await readYamlFile(folder, IDEAS_FILE_NAME, ideasSchema, errors);
  const voices = await readYamlFolder(folder, 'voices', writingVoiceSchema, errors);
  const reviews = await readYamlFolder(folder, 'reviews', reviewSchema, errors);
  return {
    library,
    published: library.articles.map(splitLibraryArticle),
    drafts: library.drafts.map(splitLibraryArticle),
    ideas: ideas ?? [],
    voices,
    reviews,
    errors: errors,
  };
}

/** Reads the article ideas of a content library. Returns an empty list if the file is missing or invalid. */
export async function readIdeas(folder: string): Promise<Idea[]> {
  return (await readYamlFile(folder, IDEAS_FILE_NAME, ideasSchema, [])) ?? [];
}

/**
 * Reads the voice sheet of an author, which describes how the author writes. `alias` is in lower case. Returns
 * `undefined` if the file is missing or invalid.
 */
export async function readWritingVoice(
  folder: string,
  alias: string,
): Promise<WritingVoice | undefined> {
  return readYamlFile(folder, `voices/${alias}.yaml`, writingVoiceSchema, []);
}

/**
 * Reads all YAML files in a subfolder of a content library. Returns their contents in a map keyed
 * by path. The paths are relative to the subfolder and have no file extension. Skips invalid files,
 * and adds their errors to `errors`.
 */
async function readYamlFolder<Schema extends z.ZodType>(
  folder: string,
  subfolder: string,
  schema: Schema,
  errors: ContentFileError[],
): Promise<Map<string, z.output<Schema>>> {
  const names = await readdir(path.join(folder, subfolder), { recursive: true }).catch(() => []);
  const files = names
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => `${subfolder}/${name.split(path.sep).join('/')}`);
  const contents = new Map<string, z.output<Schema>>();
  for (const file of files) {
    const content = await readYamlFile(folder, file, schema, errors);
    if (content !== undefined)
      contents.set(file.slice(subfolder.length + 1, -'.yaml'.length), content);
  }
  return contents;
}
