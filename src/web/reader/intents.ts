import type { ArticleIdentity } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import type { ReportReason } from '#domain/report.ts';
import type { BillingCycle } from '#domain/tiers.ts';
import { readStored, removeStored, writeStored } from '#ui/lib/storage.ts';
import type { PressedControl } from '#web/lib/pressed-control.ts';

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

interface StoredIntent {
  intent: Intent;
  /** Where it was, and how far down. */
  path: string;
  scrollY: number;
  /** What was pressed that asked for a sign-in. */
  pressed?: PressedControl | undefined;
  keptAt: number;
}

const KEY = 'intent';
/** Milliseconds after which coming back is no answer any more. */
const LIFETIME = 15 * 60_000;

/**
 * Remembers, across the way to the provider and back, what a reader wanted, and where they were. With storage
 * closed they come back to where they were, and press once more. `path` is where it is done: by default, here.
 */
export function storeIntent(
  intent: Intent,
  pressed?: PressedControl,
  path: string = location.pathname + location.search,
): void {
  const kept: StoredIntent = {
    intent,
    path,
    scrollY,
    pressed,
    keptAt: Date.now(),
  };
  writeStored('sessionStorage', KEY, kept);
}

/** What the reader wanted to do here, once; `undefined` when it was nothing, or elsewhere, or long ago. */
export function consumeIntent<Action extends IntentAction>(
  action: Action,
): Extract<Intent, { action: Action }> | undefined {
  const kept = readIntent();
  if (kept?.intent.action !== action) return undefined;
  removeIntent();
  return kept.intent as Extract<Intent, { action: Action }>;
}

/** How far down the reader was when they left to sign in; `undefined` when they did not leave from here. */
export function readIntentScroll(): number | undefined {
  return readIntent()?.scrollY;
}

/** What the reader pressed before they left to sign in, where that is known. */
export function readIntentControl(): PressedControl | undefined {
  return readIntent()?.pressed;
}

export function removeIntent(): void {
  removeStored('sessionStorage', KEY);
}

function readIntent(): StoredIntent | undefined {
  const kept = readStored<StoredIntent>('sessionStorage', KEY);
  const isHere = kept?.path === location.pathname + location.search;
  return kept && isHere && Date.now() - kept.keptAt < LIFETIME ? kept : undefined;
}
