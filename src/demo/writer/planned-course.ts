import { type DemoAnswer, type DemoContent, detectKind, findDraft } from './answer-request.ts';
import type { DemoRequest } from './batch-schema.ts';

/*
 * How things go wrong in the demonstration, so that it can be tried: of the drafts in the order of their addresses, the
 * article of every fourth one, beginning with the second, fails the first time it is asked for and succeeds from then
 * on; that of every fourth one, beginning with the third, takes longer. Nothing is left to chance.
 */

/** Milliseconds a batch takes, and one with a slow item in it. */
const USUAL = 4000;
const SLOW = 15_000;

const EVERY = 4;
const FAILS = 1;
const DAWDLES = 2;

/** Where among the drafts the one is that an article is asked of; −1 where a request asks for something else. */
function positionOf({ params }: DemoRequest, stock: DemoContent): number {
  if (detectKind(params) !== 'article') return -1;
  const draft = findDraft(params.messages[0].content, stock);
  return draft ? stock.drafts.indexOf(draft) : -1;
}

/** Milliseconds until a request of a batch is answered. */
export function getProcessingTime(request: DemoRequest, stock: DemoContent): number {
  const position = positionOf(request, stock);
  return position >= 0 && position % EVERY === DAWDLES ? SLOW : USUAL;
}

/** What goes wrong with a request; `undefined` for nothing. `before`: what was asked for in earlier batches. */
export function findPlannedFailure(
  request: DemoRequest,
  before: readonly DemoRequest[],
  stock: DemoContent,
): DemoAnswer | undefined {
  const position = positionOf(request, stock);
  if (position < 0 || position % EVERY !== FAILS) return undefined;
  const isSecond = before.some((earlier) => positionOf(earlier, stock) === position);
  if (isSecond) return undefined;
  return { cannot: 'The demonstration lets this one fail the first time. Ask for it again.' };
}
