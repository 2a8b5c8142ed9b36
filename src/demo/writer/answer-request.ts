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
 * Responds to an AI request with ready-made content. The schema of the expected result identifies the kind of request,
 * and the tagged text in the prompt identifies the persona, idea, manuscript or passage that it concerns. `earlier` is
 * the number of preceding requests of the same kind in the batch.
 */
export function answerRequest(
  { params }: DemoRequest,
  content: DemoContent,
  earlier: number,
): DemoRequestOutcome {
  const [{ content: prompt }] = params.messages;
  switch (detectRequestKind(params)) {
    case 'persona':
      return answerPersona(prompt, content, earlier);
    case 'ideas':
      return answerIdeas(prompt, content);
    case 'article':
      return answerArticle(prompt, content);
    case 'review':
      return answerReview(prompt, content);
    case 'improvement':
      return answerImprovement(prompt, content);
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
export function findDraftInPrompt(prompt: string, { drafts }: DemoContent): DemoDraft | undefined {
  const idea = readTag(prompt, 'idea');
  return drafts.find(
    ({ idea: { title, thesis } }) => idea.includes(title) || idea.includes(thesis),
  );
}

function answerPersona(
  prompt: string,
  { proposals }: DemoContent,
  earlier: number,
): DemoRequestOutcome {
  const existing = readTag(prompt, 'existing').toLowerCase();
  const isFree = ({ alias }: ProposedPersona) => !existing.includes(`${alias.toLowerCase()} (`);
  const proposal = proposals.filter(isFree)[earlier];
  return proposal ? { result: proposal } : { failure: 'The demo has no more personas to propose.' };
}

function answerIdeas(prompt: string, { drafts }: DemoContent): DemoRequestOutcome {
  const alias = /^alias: (.+)$/m.exec(readTag(prompt, 'persona'))?.[1] ?? '';
  const count = Number(/^Find (\d+) ideas/m.exec(prompt)?.[1] ?? 1);
  const theirs = drafts.filter((draft) => draft.alias === alias.toLowerCase());
  if (!theirs.length) {
    const others = formatAuthors(drafts);
    const hint = others ? ` It has some by ${others}.` : '';
    return { failure: `The demo has no drafts by ${alias}.${hint}` };
  }
  const taken = splitLines(readTag(prompt, 'taken')).map((line): string[] => JSON.parse(line));
  const titles = new Set(taken.map(([, title]) => title));
  const left = theirs.filter(({ idea }) => !titles.has(idea.title));
  if (!left.length)
    return { failure: `All drafts the demo has by ${alias} are among the ideas already.` };
  const proposed = left
    .slice(0, count)
    .map(({ idea, nearest }) => ({ ...idea, nearest: taken.length ? nearest : null }));
  return { result: { ideas: proposed } };
}

function answerArticle(prompt: string, content: DemoContent): DemoRequestOutcome {
  const draft = findDraftInPrompt(prompt, content);
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

function answerReview(prompt: string, { drafts }: DemoContent): DemoRequestOutcome {
  const manuscript = readTag(prompt, 'manuscript');
  const title = /^\[title\] (.+)$/m.exec(manuscript)?.[1];
  const draft = drafts.find((each) => each.article.title === title);
  const concerns = (draft?.concerns ?? []).flatMap(({ kind, passages, concern }) => {
    const passage = passages.find((each) => each && manuscript.includes(each));
    return passage ? [{ kind, passage, concern }] : [];
  });
  return { result: { concerns } };
}

function answerImprovement(prompt: string, { drafts }: DemoContent): DemoRequestOutcome {
  const passage = readTag(prompt, 'passage');
  const concerns = drafts.flatMap((draft) => draft.concerns);
  const known = concerns.find(({ passages }) => passages.includes(passage));
  return known
    ? { result: { improved: known.improved } }
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
