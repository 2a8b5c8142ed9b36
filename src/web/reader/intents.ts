import type { ArticleIdentity } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import type { ReportReason } from '#domain/report.ts';
import type { BillingCycle } from '#domain/tiers.ts';
import { readStored, removeStored, writeStored } from '#ui/lib/storage.ts';
import type { Pressed } from '#web/lib/pressed.ts';

/** What somebody wanted to do when it turned out that they have to sign in first. */
export type Intent =
  | { action: 'bookmark'; article: ArticleIdentity }
  | { action: 'follow'; alias: string }
  | { action: 'feedback'; article: ArticleIdentity; feedbackType: FeedbackType }
  | { action: 'report'; article: ArticleIdentity; reason: ReportReason | ''; explanation: string }
  /** Without an article: the one at the path it is kept for. */
  | { action: 'listen'; article?: ArticleIdentity }
  | { action: 'upgrade'; cycle: BillingCycle; returnTo: string };

export type IntentAction = Intent['action'];

interface KeptIntent {
  intent: Intent;
  /** Where it was, and how far down. */
  path: string;
  scrollY: number;
  /** What was pressed that asked for a sign-in. */
  pressed?: Pressed | undefined;
  keptAt: number;
}

const KEY = 'intent';
/** Milliseconds after which coming back is no answer any more. */
const KEPT = 15 * 60_000;

/**
 * Remembers, across the way to the provider and back, what a reader wanted, and where they were. With storage
 * closed they come back to where they were, and press once more. `path` is where it is done: by default, here.
 */
export function keepIntent(
  intent: Intent,
  pressed?: Pressed,
  path: string = location.pathname + location.search,
): void {
  const kept: KeptIntent = {
    intent,
    path,
    scrollY,
    pressed,
    keptAt: Date.now(),
  };
  writeStored('sessionStorage', KEY, kept);
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

/** What the reader pressed before they left to sign in, where that is known. */
export function pressedForIntent(): Pressed | undefined {
  return readIntent()?.pressed;
}

export function forgetIntent(): void {
  removeStored('sessionStorage', KEY);
}

function readIntent(): KeptIntent | undefined {
  const kept = readStored<KeptIntent>('sessionStorage', KEY);
  const isHere = kept?.path === location.pathname + location.search;
  return kept && isHere && Date.now() - kept.keptAt < KEPT ? kept : undefined;
}
