import type { FeedbackType } from '#domain/feedback.ts';
import type { ReportReason } from '#domain/report.ts';

/** Names an article in calls and in the reader's sets (spec 3, "Bookmark identity"). */
export interface ArticleIdentity {
  authorAlias: string;
  id: string;
}

/** What somebody wanted to do when it turned out that they have to sign in first. */
export type Intent =
  | { action: 'bookmark'; article: ArticleIdentity }
  | { action: 'follow'; alias: string }
  | { action: 'feedback'; article: ArticleIdentity; feedbackType: FeedbackType }
  | { action: 'report'; article: ArticleIdentity; reason: ReportReason | ''; explanation: string }
  | { action: 'listen'; article: ArticleIdentity }
  | { action: 'upgrade' };

export type IntentAction = Intent['action'];

interface KeptIntent {
  intent: Intent;
  /** Where it was, and how far down. */
  path: string;
  scrollY: number;
  keptAt: number;
}

const KEY = 'intent';
/** Milliseconds after which coming back is no answer any more. */
const KEPT = 15 * 60_000;

/** Remembers, across the way to the provider and back, what a reader wanted, and where they were. */
export function keepIntent(intent: Intent): void {
  const { pathname, search } = location;
  const kept: KeptIntent = { intent, path: pathname + search, scrollY, keptAt: Date.now() };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The reader comes back to where they were, and presses once more.
  }
}

/** What the reader wanted to do here, once; `undefined` when it was nothing, or elsewhere, or long ago. */
export function takeIntent<Action extends IntentAction>(
  action: Action,
): Extract<Intent, { action: Action }> | undefined {
  const kept = readIntent();
  if (kept?.intent.action !== action) return undefined;
  forgetIntent();
  return kept.intent as Extract<Intent, { action: Action }>;
}

/** How far down the reader was when they left to sign in; `undefined` when they did not leave from here. */
export function placeOfIntent(): number | undefined {
  return readIntent()?.scrollY;
}

export function forgetIntent(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then there is none.
  }
}

function readIntent(): KeptIntent | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptIntent | null;
    const isHere = kept?.path === location.pathname + location.search;
    return kept && isHere && Date.now() - kept.keptAt < KEPT ? kept : undefined;
  } catch {
    return undefined;
  }
}
