import type { ProposedPersona } from '#domain/studio/personas.ts';
import type { DemoRequest } from './batch-schema.ts';
import type { DemoDraft } from './drafts.ts';

/** The demo writer's response to a request: a result, or the reason why it failed. */
export type DemoRequestOutcome = { result: unknown } | { failure: string };

/** The ready-made content of the demo writer. */
export interface DemoContent {
  drafts: readonly DemoDraft[];
  proposals: readonly ProposedPersona[];
}

/**
 * Creates the outcome of an AI request from ready-made content. The schema of the expected result identifies the kind
 * of request. The tagged text in the prompt identifies the persona, idea, manuscript or passage that the request is
 * about. `precedingCount` is the number of preceding requests of the same kind in the batch.
 */
export function createRequestOutcome(
  { params }: DemoRequest,
  content: DemoContent,
  precedingCount: number,
): DemoRequestOutcome {
  const [{ content: prompt }] = params.messages;
  switch (detectRequestKind(params)) {
    case 'persona':
      return proposePersona(prompt, content, precedingCount);
    case 'ideas':
      return proposeIdeas(prompt, content);
    case 'article':
      return returnArticle(prompt, content);
    case 'review':
      return reviewManuscript(prompt, content);
    case 'improvement':
      return improvePassage(prompt, content);
    default:
      return { failure: 'The demo does not support this kind of request.' };
  }
}

export type DemoRequestKind = 'persona' | 'ideas' | 'article' | 'review' | 'improvement';

/** Detects the kind of an AI request from the property names in the schema of the expected result. */
export function detectRequestKind({
  output_config,
}: DemoRequest['params']): DemoRequestKind | undefined {
  const properties = Object.keys((output_config.format.schema.properties ?? {}) as object);
  if (properties.includes('alias')) return 'persona';
  if (properties.includes('ideas')) return 'ideas';
  if (properties.includes('article')) return 'article';
  if (properties.includes('concerns')) return 'review';
  return properties.includes('improved') ? 'improvement' : undefined;
}

/** Returns the draft whose idea appears in the prompt, or `undefined` if there is none. */
export function findDraftForPrompt(prompt: string, { drafts }: DemoContent): DemoDraft | undefined {
  const idea = readTag(prompt, 'idea');
  return drafts.find(
    ({ idea: { title, thesis } }) => idea.includes(title) || idea.includes(thesis),
  );
}

function proposePersona(
  prompt: string,
  { proposals }: DemoContent,
  precedingCount: number,
): DemoRequestOutcome {
  const existing = readTag(prompt, 'existing').toLowerCase();
  const isFree = ({ alias }: ProposedPersona) => !existing.includes(`${alias.toLowerCase()} (`);
  const proposal = proposals.filter(isFree)[precedingCount];
  return proposal ? { result: proposal } : { failure: 'The demo has no more personas to propose.' };
}

function proposeIdeas(prompt: string, { drafts }: DemoContent): DemoRequestOutcome {
  const alias = /^alias: (.+)$/m.exec(readTag(prompt, 'persona'))?.[1] ?? '';
  const count = Number(/^Find (\d+) ideas/m.exec(prompt)?.[1] ?? 1);
  const authorDrafts = drafts.filter((draft) => draft.alias === alias.toLowerCase());
  if (!authorDrafts.length) {
    const authors = formatAuthors(drafts);
    const hint = authors ? ` It has some by ${authors}.` : '';
    return { failure: `The demo has no drafts by ${alias}.${hint}` };
  }
  const existingIdeas = splitLines(readTag(prompt, 'taken')).map((line): string[] =>
    JSON.parse(line),
  );
  const titles = new Set(existingIdeas.map(([, title]) => title));
  const remaining = authorDrafts.filter(({ idea }) => !titles.has(idea.title));
  if (!remaining.length)
    return { failure: `All drafts the demo has by ${alias} are among the ideas already.` };
  const ideas = remaining
    .slice(0, count)
    .map(({ idea, nearest }) => ({ ...idea, nearest: existingIdeas.length ? nearest : null }));
  return { result: { ideas } };
}

function returnArticle(prompt: string, content: DemoContent): DemoRequestOutcome {
  const draft = findDraftForPrompt(prompt, content);
  if (!draft) return { failure: 'The demo has no draft of this idea.' };
  const { body, ...head } = draft.article;
  const { summary, introduction, keyPoints, conclusion } = body;
  return {
    result: {
      claims: draft.claims,
      article: { ...head, summary, introduction, keyPoints, conclusion },
    },
  };
}

function reviewManuscript(prompt: string, { drafts }: DemoContent): DemoRequestOutcome {
  const manuscript = readTag(prompt, 'manuscript');
  const title = /^\[title\] (.+)$/m.exec(manuscript)?.[1];
  const draft = drafts.find((each) => each.article.title === title);
  const concerns = (draft?.concerns ?? []).flatMap(({ kind, passages, concern }) => {
    const passage = passages.find((each) => each && manuscript.includes(each));
    return passage ? [{ kind, passage, concern }] : [];
  });
  return { result: { concerns } };
}

function improvePassage(prompt: string, { drafts }: DemoContent): DemoRequestOutcome {
  const passage = readTag(prompt, 'passage');
  const concerns = drafts.flatMap((draft) => draft.concerns);
  const concern = concerns.find(({ passages }) => passages.includes(passage));
  return concern
    ? { result: { improved: concern.improved } }
    : { failure: 'The demo can rewrite only passages of its own drafts.' };
}

/**
 * Returns the text between the tags `<name>` and `</name>` in a prompt. Returns an empty string if the prompt does not
 * contain these tags.
 */
function readTag(prompt: string, name: string): string {
  return new RegExp(`<${name}>\\n([\\s\\S]*?)\\n</${name}>`).exec(prompt)?.[1]?.trim() ?? '';
}

function splitLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function formatAuthors(drafts: readonly DemoDraft[]): string {
  const aliases = [...new Set(drafts.map(({ alias }) => alias))];
  return aliases.map((alias) => alias.charAt(0).toUpperCase() + alias.slice(1)).join(', ');
}
