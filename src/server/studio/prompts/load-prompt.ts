import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RequestType } from '#domain/studio/requests.ts';

/** A prompt of a type of request. A change of its words is a new file, so that what made something can be read again. */
export interface Prompt {
  /** Of its own words and of the rules in it, as `generate_articles/v1+rules/v2`. */
  version: string;
  /** Of its text, with the house rules in it. */
  hash: string;
  /** What every item is told first. */
  system: string;
  /** What an item is asked. Throws when a value is missing: that is a fault of ours. */
  task(values: Readonly<Record<string, string>>): string;
}

/** The version in use of each type, and of the rules they share. */
const VERSIONS: Readonly<Record<RequestType | 'house-rules', string>> = {
  'house-rules': 'v2',
  generate_authors: 'v1',
  generate_article_ideas: 'v3',
  generate_articles: 'v2',
  review_articles: 'v1',
  improve_articles: 'v1',
};

/** Parts what all items are told from what each of them is asked. */
const TASK = '<!-- task -->';
const PLACE = /{{([a-z-]+)}}/g;

const read = new Map<RequestType, Promise<Prompt>>();

/** The prompt of a type, read once. */
export function loadPrompt(type: RequestType): Promise<Prompt> {
  const known = read.get(type);
  if (known) return known;
  const prompt = readPrompt(type);
  read.set(type, prompt);
  prompt.catch(() => read.delete(type));
  return prompt;
}

async function readPrompt(type: RequestType): Promise<Prompt> {
  const rules = (await textOf('house-rules')).trim();
  const text = (await textOf(type)).replace('{{house-rules}}', () => rules);
  const [system, task] = text.split(TASK).map((part) => part.trim());
  if (!system || !task) throw new Error(`The prompt of ${type} has no task.`);
  return {
    version: `${type}/${VERSIONS[type]}+rules/${VERSIONS['house-rules']}`,
    hash: createHash('sha256').update(text).digest('hex').slice(0, 16),
    system,
    task: (values) =>
      task.replace(PLACE, (_, name: string) => {
        const value = values[name];
        if (value === undefined) throw new Error(`The prompt of ${type} needs "${name}".`);
        return value;
      }),
  };
}

async function textOf(name: keyof typeof VERSIONS): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, name, `${VERSIONS[name]}.md`), 'utf8');
  // git writes lines its own way, and the hash is of the words.
  return text.replaceAll('\r\n', '\n');
}
