import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CATEGORIES } from '#domain/categories.ts';
import type { AiRequestType } from '#domain/studio/ai-requests.ts';

/**
 * The prompt for one type of AI request. Each change to the text is saved as a new file with a new version, so that the
 * prompt behind every stored result remains available.
 */
export interface PromptTemplate {
  /**
   * The version of the prompt and of the house rules that the prompt contains, such as `generate_articles/v1+rules/v2`.
   */
  version: string;
  /** The hash of the prompt's text, including the house rules. */
  hash: string;
  /** The system prompt, which all items of a request share. */
  system: string;
  /** Renders the prompt for one item. Throws if `values` lacks a value for a placeholder, which would be a bug. */
  renderItemPrompt(values: Readonly<Record<string, string>>): string;
}

/** The current version of each prompt, and of the house rules (writing rules) that all prompts share. */
const VERSIONS: Readonly<Record<AiRequestType | 'house-rules', string>> = {
  'house-rules': 'v2',
  generate_authors: 'v1',
  generate_article_ideas: 'v3',
  generate_articles: 'v2',
  review_articles: 'v1',
  improve_articles: 'v1',
};

/** The line in a prompt file that separates the system prompt from the item's prompt. */
const SEPARATOR = '<!-- task -->';
const PLACEHOLDER = /{{([a-z-]+)}}/g;

/** Reads the current version of the prompt for an AI request type. */
export async function loadPromptTemplate(type: AiRequestType): Promise<PromptTemplate> {
  const rules = (await readText('house-rules')).trim();
  const text = (await readText(type)).replace('{{house-rules}}', () => rules);
  const [system, task] = text.split(SEPARATOR).map((part) => part.trim());
  if (!system || !task) throw new Error(`The prompt of ${type} has no task.`);
  return {
    version: `${type}/${VERSIONS[type]}+rules/${VERSIONS['house-rules']}`,
    hash: createHash('sha256').update(text).digest('hex').slice(0, 16),
    system,
    renderItemPrompt: (values) =>
      task.replace(PLACEHOLDER, (_, name: string) => {
        const value = values[name];
        if (value === undefined) throw new Error(`The prompt of ${type} needs "${name}".`);
        return value;
      }),
  };
}

/** Formats the categories with their subcategories, one per line. */
export function formatCategoriesForPrompt(): string {
  return CATEGORIES.map(({ id, name, subcategories }) => {
    const list = subcategories.map((sub) => `${sub.id} ${sub.name}`).join(', ');
    return `${id} ${name}: ${list}`;
  }).join('\n');
}

/** The text that a prompt contains in place of the editor's wish if the editor has not entered one. */
export const NO_EDITOR_INSTRUCTIONS_TEXT = 'Nothing in particular.';

async function readText(name: keyof typeof VERSIONS): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, name, `${VERSIONS[name]}.md`), 'utf8');
  // Line endings are normalized, because Git may write CRLF on Windows. A prompt's hash must be the same everywhere.
  return text.replaceAll('\r\n', '\n');
}
