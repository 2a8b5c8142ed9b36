import { type DemoAnswer, type DemoContent, detectKind, findDraft } from './answer-request.ts';
import type { DemoRequest } from './batch-schema.ts';

/*
 * Planned failures and delays of the demo writer, which show editors how the studio handles them. They depend on the
 * position of the draft in the order of folders: the first article request fails for every fourth draft, beginning with
 * the second, and takes longer for every fourth draft, beginning with the third. Nothing is random.
 */

/** Usual and long processing time of a request, in milliseconds. */
const USUAL = 4000;
const SLOW = 15_000;

const EVERY = 4;
const FAILING = 1;
const DELAYED = 2;

/**
 * Returns the position of the draft whose article is requested. Returns −1 for requests of other kinds or without a
 * draft.
 */
function findDraftPosition({ params }: DemoRequest, content: DemoContent): number {
  if (detectKind(params) !== 'article') return -1;
  const draft = findDraft(params.messages[0].content, content);
  return draft ? content.drafts.indexOf(draft) : -1;
}

/** Returns the processing time of a request in milliseconds. */
export function getProcessingTime(request: DemoRequest, content: DemoContent): number {
  const position = findDraftPosition(request, content);
  return position >= 0 && position % EVERY === DELAYED ? SLOW : USUAL;
}

/**
 * Returns the planned failure of a request. Returns `undefined` if the request succeeds. `before` are the requests of
 * earlier batches.
 */
export function findPlannedFailure(
  request: DemoRequest,
  before: readonly DemoRequest[],
  content: DemoContent,
): DemoAnswer | undefined {
  const position = findDraftPosition(request, content);
  if (position < 0 || position % EVERY !== FAILING) return undefined;
  const isSecond = before.some((earlier) => findDraftPosition(earlier, content) === position);
  if (isSecond) return undefined;
  return { failure: 'The demo makes this request fail the first time. Request it again.' };
}
