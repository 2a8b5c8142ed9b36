import type { DemoRequest } from './batch-schema.ts';
import {
  type DemoContent,
  type DemoRequestOutcome,
  detectRequestKind,
  findDraftForPrompt,
} from './request-outcome.ts';

/*
 * The demo writer simulates failures and delays, so that editors can see how the studio handles them. The simulation is
 * not random. It depends on a draft's position among all drafts, which are sorted by author and slug. For the second
 * draft and every fourth draft after it, the first request for the article fails. For the third draft and every fourth
 * draft after it, requests for the article take longer.
 */

/** The usual and the prolonged processing time of a request, in milliseconds. */
const USUAL_TIME = 4000;
const SLOW_TIME = 15_000;

const CYCLE_LENGTH = 4;
const FAILING_OFFSET = 1;
const DELAYED_OFFSET = 2;

/**
 * Finds the ready-made draft that an article request should return. Returns the draft's position in the list of drafts,
 * from 0. Returns −1 for other kinds of requests, or if there is no such draft.
 */
function findDraftPosition({ params }: DemoRequest, content: DemoContent): number {
  if (detectRequestKind(params) !== 'article') return -1;
  const draft = findDraftForPrompt(params.messages[0].content, content);
  return draft ? content.drafts.indexOf(draft) : -1;
}

/** Returns the processing time of a request in milliseconds. */
export function getProcessingTime(request: DemoRequest, content: DemoContent): number {
  const position = findDraftPosition(request, content);
  return position >= 0 && position % CYCLE_LENGTH === DELAYED_OFFSET ? SLOW_TIME : USUAL_TIME;
}

/**
 * Returns the simulated failure of a request, or `undefined` if the request succeeds. `earlierRequests` contains the
 * requests from earlier batches.
 */
export function findPlannedFailure(
  request: DemoRequest,
  earlierRequests: readonly DemoRequest[],
  content: DemoContent,
): DemoRequestOutcome | undefined {
  const position = findDraftPosition(request, content);
  if (position < 0 || position % CYCLE_LENGTH !== FAILING_OFFSET) return undefined;
  const isRetry = earlierRequests.some(
    (earlier) => findDraftPosition(earlier, content) === position,
  );
  if (isRetry) return undefined;
  return { failure: 'The demo makes this request fail the first time. Request it again.' };
}
