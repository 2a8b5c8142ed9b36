import type { Answer } from '#server/platform/answers/service.ts';
import { readTarget } from './address.ts';
import type { PagePart } from './page-answer.ts';
import type { PublicPages } from './public-pages.ts';
import { partOf } from './routes.ts';

/** The page that has been made for a request's url, and the part that is asked for. */
export function readyPage(
  pages: PublicPages,
  url: string,
): { answer: Answer; part: PagePart } | undefined {
  const { part, target } = partOf(url);
  const key = keyOf(target);
  const answer = key === undefined ? undefined : pages.ready(key);
  return answer && { answer, part };
}

/** The key a page would be kept under. Only its own address leads to it: every other one is sent there first. */
function keyOf(target: string): string | undefined {
  if (!target.includes('?')) return target;
  const found = readTarget(target);
  return found?.movedTo ? undefined : found?.address.key;
}
