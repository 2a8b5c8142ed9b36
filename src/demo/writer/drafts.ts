import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { ArticleBody } from '#domain/article.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import { type IdeaFields, validIdeaSchema } from '#domain/studio/ideas.ts';
import { type ProposedPersona, proposedPersonaSchema } from '#domain/studio/personas.ts';
import { type ConcernKind, concernKindSchema } from '#domain/studio/reviews.ts';
import { type AiNamedNearestWork, aiNamedNearestWorkSchema } from '#domain/studio/similarity.ts';
import { parseArticleFile } from '#server/catalogue/library/article-file.ts';
import { parseClaimsYaml } from '#server/catalogue/library/claims.ts';
import { renderMarkdownParagraph } from '#server/catalogue/library/paragraph-html.ts';
import { parseYamlWithSchema } from '#server/platform/text/yaml.ts';

/** A ready-made draft of an article, read from the files in its folder (`content/README.md`, "Drafts of the demo"). */
export interface DemoDraft {
  /** The author's alias, in lower case. */
  alias: string;
  slug: string;
  idea: IdeaFields;
  /** The existing article or idea that is most similar to the draft's idea. */
  nearest: AiNamedNearestWork;
  article: { title: string; tagline: string; keywords: string[]; body: ArticleBody };
  claims: ClaimsFile;
  concerns: DemoConcern[];
}

/** A ready-made concern about a passage of the draft, and the improved passage. */
interface DemoConcern {
  kind: ConcernKind;
  /**
   * The passage in the two forms that a manuscript may contain: HTML with inline tags (in paragraphs) and plain text.
   */
  passages: string[];
  concern: string;
  improved: string;
}

const reviewSchema = z.strictObject({
  verdict: z.string(),
  concerns: z.array(
    z.strictObject({
      kind: concernKindSchema,
      passage: z.string().min(1),
      concern: z.string().min(1),
      improved: z.string().min(1),
    }),
  ),
});

const draftIdeaSchema = validIdeaSchema.safeExtend({ nearest: aiNamedNearestWorkSchema });

/** The names of the library's drafts folder, and of its subfolder with proposed personas. */
const DRAFTS = 'drafts';
const PROPOSALS = 'proposals';

/**
 * Reads the drafts in a library's folder, ordered by alias and slug. Skips drafts that cannot be read, and calls
 * `report` for each of them.
 */
export async function readDemoDrafts(
  folder: string,
  report: (file: string, error: unknown) => void,
): Promise<DemoDraft[]> {
  const drafts: DemoDraft[] = [];
  for (const alias of await listFolders(path.join(folder, DRAFTS)))
    if (alias !== PROPOSALS)
      for (const slug of await listFolders(path.join(folder, DRAFTS, alias)))
        try {
          drafts.push(await readDraft(path.join(folder, DRAFTS, alias, slug), alias, slug));
        } catch (error) {
          report(`${DRAFTS}/${alias}/${slug}`, error);
        }
  return drafts;
}

/**
 * Reads the ready-made personas that the demo writer proposes, ordered by file name. Skips files that cannot be read,
 * and calls `report` for each of them.
 */
export async function readProposedPersonas(
  folder: string,
  report: (file: string, error: unknown) => void,
): Promise<ProposedPersona[]> {
  const root = path.join(folder, DRAFTS, PROPOSALS);
  const files = (await readdir(root).catch(() => [])).filter((file) => file.endsWith('.yaml'));
  const personas: ProposedPersona[] = [];
  for (const file of files.sort())
    try {
      personas.push(
        parseYamlWithSchema(
          await readFile(path.join(root, file), 'utf8'),
          proposedPersonaSchema,
          1,
        ),
      );
    } catch (error) {
      report(`${DRAFTS}/${PROPOSALS}/${file}`, error);
    }
  return personas;
}

async function readDraft(folder: string, alias: string, slug: string): Promise<DemoDraft> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const { title, tagline, keywords, body } = parseArticleFile(
    addIdAndDate(await read('article.md')),
  );
  const { nearest, ...idea } = parseYamlWithSchema(await read('idea.yaml'), draftIdeaSchema, 1);
  const review = parseYamlWithSchema(await read('review.yaml'), reviewSchema, 1);
  return {
    alias,
    slug,
    idea,
    nearest,
    article: { title, tagline, keywords, body },
    claims: parseClaimsYaml(await read('claims.yaml')),
    concerns: review.concerns.map(({ passage, improved, ...rest }) => ({
      ...rest,
      passages: [renderMarkdownParagraph(passage), passage.trim()],
      improved: renderMarkdownParagraph(improved),
    })),
  };
}

/**
 * Adds an ID and a date to the front matter of a draft. Drafts have neither, but the format of article files requires
 * both.
 */
function addIdAndDate(text: string): string {
  return text.replace(/^---\r?\n/, `---\nid: ${newId()}\npublished: 2026-01-01T00:00:00Z\n`);
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
