import type { Persona } from '#domain/studio/personas.ts';
import type { DemoRequest } from './batch-schema.ts';
import type { DemoDraft } from './drafts.ts';

/** What the demonstration says to a request: what it was asked for, or why it cannot. */
export type DemoAnswer = { said: unknown } | { cannot: string };

/** What it has to hand out. */
export interface DemoContent {
  drafts: readonly DemoDraft[];
  proposals: readonly Persona[];
}

/**
 * Answers a request with what there is in stock. What is asked for is told by the form of the answer, what about by the
 * material between tags. `earlier`: how many requests of this batch asked for the same kind of thing before.
 */
export function answerRequest(
  { params }: DemoRequest,
  stock: DemoContent,
  earlier: number,
): DemoAnswer {
  const [{ content: prompt }] = params.messages;
  switch (detectKind(params)) {
    case 'persona':
      return persona(prompt, stock, earlier);
    case 'ideas':
      return ideas(prompt, stock);
    case 'article':
      return article(prompt, stock);
    case 'review':
      return review(prompt, stock);
    case 'improvement':
      return improvement(prompt, stock);
    default:
      return { cannot: 'The demonstration knows nothing of this kind of request.' };
  }
}

export type DemoKind = 'persona' | 'ideas' | 'article' | 'review' | 'improvement';

/** What a request asks for, by what its answer has to have. */
export function detectKind({ output_config }: DemoRequest['params']): DemoKind | undefined {
  const properties = Object.keys((output_config.format.schema.properties ?? {}) as object);
  if (properties.includes('alias')) return 'persona';
  if (properties.includes('ideas')) return 'ideas';
  if (properties.includes('article')) return 'article';
  if (properties.includes('concerns')) return 'review';
  return properties.includes('improved') ? 'improvement' : undefined;
}

/** The draft a request is about; `undefined` for none. */
export function findDraft(prompt: string, { drafts }: DemoContent): DemoDraft | undefined {
  const idea = tagged(prompt, 'idea');
  return drafts.find(
    ({ idea: { title, thesis } }) => idea.includes(title) || idea.includes(thesis),
  );
}

function persona(prompt: string, { proposals }: DemoContent, earlier: number): DemoAnswer {
  const existing = tagged(prompt, 'existing').toLowerCase();
  const isFree = ({ alias }: Persona) => !existing.includes(`${alias.toLowerCase()} (`);
  const proposal = proposals.filter(isFree)[earlier];
  return proposal
    ? { said: proposal }
    : { cannot: 'The demonstration has no more personas to propose.' };
}

function ideas(prompt: string, { drafts }: DemoContent): DemoAnswer {
  const alias = /^alias: (.+)$/m.exec(tagged(prompt, 'persona'))?.[1] ?? '';
  const count = Number(/^Find (\d+) ideas/m.exec(prompt)?.[1] ?? 1);
  const theirs = drafts.filter((draft) => draft.alias === alias.toLowerCase());
  if (!theirs.length) {
    const others = listOf(drafts);
    const hint = others ? ` It has some by ${others}.` : '';
    return { cannot: `The demonstration has no drafts by ${alias}.${hint}` };
  }
  const taken = linesOf(tagged(prompt, 'taken')).map((line): string[] => JSON.parse(line));
  const titles = new Set(taken.map(([, title]) => title));
  const left = theirs.filter(({ idea }) => !titles.has(idea.title));
  if (!left.length)
    return { cannot: `All drafts the demonstration has by ${alias} are among the ideas already.` };
  const proposed = left
    .slice(0, count)
    .map(({ idea, nearest }) => ({ ...idea, nearest: taken.length ? nearest : null }));
  return { said: { ideas: proposed } };
}

function article(prompt: string, stock: DemoContent): DemoAnswer {
  const draft = findDraft(prompt, stock);
  if (!draft) return { cannot: 'The demonstration has no draft of this idea.' };
  const { body, ...head } = draft.article;
  const { summary, introduction, keyPoints, conclusion } = body;
  return {
    said: {
      claims: draft.claims,
      article: { ...head, summary, introduction, keyPoints, conclusion },
    },
  };
}

function review(prompt: string, { drafts }: DemoContent): DemoAnswer {
  const manuscript = tagged(prompt, 'manuscript');
  const title = /^\[title\] (.+)$/m.exec(manuscript)?.[1];
  const draft = drafts.find((each) => each.article.title === title);
  const concerns = (draft?.concerns ?? []).flatMap(({ kind, passages, concern }) => {
    const passage = passages.find((each) => each && manuscript.includes(each));
    return passage ? [{ kind, passage, concern }] : [];
  });
  return { said: { concerns } };
}

function improvement(prompt: string, { drafts }: DemoContent): DemoAnswer {
  const passage = tagged(prompt, 'passage');
  const concerns = drafts.flatMap((draft) => draft.concerns);
  const known = concerns.find(({ passages }) => passages.includes(passage));
  return known
    ? { said: { improved: known.improved } }
    : { cannot: 'The demonstration can mend only the passages that came with its own drafts.' };
}

/** What stands between the tags of a name. */
function tagged(prompt: string, name: string): string {
  return new RegExp(`<${name}>\\n([\\s\\S]*?)\\n</${name}>`).exec(prompt)?.[1]?.trim() ?? '';
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function listOf(drafts: readonly DemoDraft[]): string {
  const aliases = [...new Set(drafts.map(({ alias }) => alias))];
  return aliases.map((alias) => alias.charAt(0).toUpperCase() + alias.slice(1)).join(', ');
}
