import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { type Voice, voiceSchema } from '#domain/studio/personas.ts';
import { type Fault, FaultError } from '#server/platform/text/fault.ts';
import { readYaml } from '#server/platform/text/yaml.ts';
import { type Library, readLibrary } from '../library/library.ts';
import { type Idea, ideasSchema } from './ideas.ts';
import { type ParsedArticle, parseLibraryArticle } from './passages.ts';
import { type Review, reviewSchema } from './reviews.ts';

/** Where a library's register of ideas is. */
export const IDEAS_FILE = 'ideas.yaml';

/** All that an editor has before them: the library, and what is kept about it. */
export interface AuthoringFiles {
  library: Library;
  published: ParsedArticle[];
  drafts: ParsedArticle[];
  ideas: Idea[];
  /** By the author's alias in lower case. */
  voices: ReadonlyMap<string, Voice>;
  /** By `alias/slug`. */
  reviews: ReadonlyMap<string, Review>;
  /** What could not be read, of the library and of the rest. */
  faults: Fault[];
}

/** Reads a library's folder whole. Nothing is thrown for a broken file: it is left out, and a fault says so. */
export async function readAuthoringFiles(folder: string): Promise<AuthoringFiles> {
  const library = await readLibrary(folder);
  const faults = [...library.faults];
  const [ideas] = await readYamlFiles(folder, [IDEAS_FILE], ideasSchema, faults);
  const voices = await readYamlFolder(folder, 'voices', voiceSchema, faults);
  const reviews = await readYamlFolder(folder, 'reviews', reviewSchema, faults);
  return {
    library,
    published: library.articles.map(parseLibraryArticle),
    drafts: library.drafts.map(parseLibraryArticle),
    ideas: ideas?.[1] ?? [],
    voices,
    reviews,
    faults,
  };
}

/** The register of ideas in a library's folder; empty where there is none that can be read. */
export async function readIdeas(folder: string): Promise<Idea[]> {
  const [ideas] = await readYamlFiles(folder, [IDEAS_FILE], ideasSchema, []);
  return ideas?.[1] ?? [];
}

/** How a persona of a library sounds; `undefined` where nobody has written that. `alias` in lower case. */
export async function readVoice(folder: string, alias: string): Promise<Voice | undefined> {
  const [voice] = await readYamlFiles(folder, [`voices/${alias}.yaml`], voiceSchema, []);
  return voice?.[1];
}

/** The files of one kind by their path below its folder, without the extension. */
async function readYamlFolder<Schema extends z.ZodType>(
  folder: string,
  kind: string,
  schema: Schema,
  faults: Fault[],
): Promise<Map<string, z.output<Schema>>> {
  const names = await readdir(path.join(folder, kind), { recursive: true }).catch(() => []);
  const files = names
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => `${kind}/${name.split(path.sep).join('/')}`);
  const read = await readYamlFiles(folder, files, schema, faults);
  return new Map(
    read.map(([file, thing]) => [file.slice(kind.length + 1, -'.yaml'.length), thing]),
  );
}

async function readYamlFiles<Schema extends z.ZodType>(
  folder: string,
  files: readonly string[],
  schema: Schema,
  faults: Fault[],
): Promise<[file: string, thing: z.output<Schema>][]> {
  const read: [string, z.output<Schema>][] = [];
  for (const file of files) {
    try {
      const text = await readFile(path.join(folder, file), 'utf8');
      read.push([file, readYaml(text, schema, 1)]);
    } catch (error) {
      if (error instanceof FaultError)
        faults.push(...error.faults.map((fault) => ({ ...fault, file })));
      else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return read;
}
