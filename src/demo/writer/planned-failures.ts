import { type DemoAnswer, type DemoContent, detectKind, findDraft } from './answer-request.ts';
import type { DemoRequest } from './batch-schema.ts';

/*
 * Failures and delays of the demonstration, so that editors can see how the studio handles them. Of the drafts in the order
 * of their folders, the article of every fourth draft, from the second on, fails the first time it is requested; that of
 * every fourth draft, from the third on, takes longer. Nothing is random.
 */

/** Milliseconds until a result arrives, and until a slow one does. */
const USUAL = 4000;
const SLOW = 15_000;

const EVERY = 4;
const FAILING = 1;
const DELAYED = 2;

/** Returns the position of the draft whose article is requested; −1 for other requests. */
function findDraftPosition({ params }: DemoRequest, content: DemoContent): number {
  if (detectKind(params) !== 'article') return -1;
  const draft = findDraft(params.messages[0].content, content);
  return draft ? content.drafts.indexOf(draft) : -1;
}

/** Returns the milliseconds until the result of a request arrives. */
export function getProcessingTime(request: DemoRequest, content: DemoContent): number {
  const position = findDraftPosition(request, content);
  return position >= 0 && position % EVERY === DELAYED ? SLOW : USUAL;
}

/** Returns the failure of a request, if it is to fail. `before`: the requests of earlier batches. */
export function findPlannedFailure(
  request: DemoRequest,
  before: readonly DemoRequest[],
  content: DemoContent,
): DemoAnswer | undefined {
  const position = findDraftPosition(request, content);
  if (position < 0 || position % EVERY !== FAILING) return undefined;
  const isSecond = before.some((earlier) => findDraftPosition(earlier, content) === position);
  if (isSecond) return undefined;
  return { failure: 'The demonstration lets this one fail the first time. Ask for it again.' };
}
