import type { ArticleIdentity } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import type { ReportReason } from '#domain/report.ts';
import type { BillingCycle } from '#domain/tiers.ts';
import { readStoredJson, removeStoredItem, writeStoredJson } from '#ui/lib/storage.ts';
import type { ControlIdentity } from '#web/lib/control-identity.ts';

/** An action that a signed-out visitor requested. It is completed once the visitor has signed in. */
export type Intent =
  | { action: 'bookmark'; article: ArticleIdentity }
  | { action: 'keep'; article: ArticleIdentity; text: string }
  | { action: 'follow'; alias: string }
  | { action: 'feedback'; article: ArticleIdentity; feedbackType: FeedbackType }
  | { action: 'report'; article: ArticleIdentity; reason: ReportReason | ''; explanation: string }
  /** An intent without `article` refers to the article at the intent's path. */
  | { action: 'listen'; article?: ArticleIdentity }
  | { action: 'upgrade'; cycle: BillingCycle; returnTo: string };

export type IntentAction = Intent['action'];

interface StoredIntent {
  intent: Intent;
  /** The path of the page on which the action was requested. */
  path: string;
  scrollY: number;
  /** The control that the visitor clicked to request the action. */
  pressed?: ControlIdentity | undefined;
  keptAt: number;
}

const KEY = 'intent';
/** Time in milliseconds after which an intent expires. */
const LIFETIME = 15 * 60_000;

/**
 * Stores an intent and the reader's scroll position while they sign in. If storage is blocked, they have to request the
 * action again when they return. `path` is the path and query of the page that completes the intent. It defaults to the
 * current page.
 */
export function storeIntent(
  intent: Intent,
  pressed?: ControlIdentity,
  path: string = location.pathname + location.search,
): void {
  const stored: StoredIntent = {
    intent,
    path,
    scrollY,
    pressed,
    keptAt: Date.now(),
  };
  writeStoredJson('sessionStorage', KEY, stored);
}

/**
 * Removes and returns the intent for this page. Returns `undefined` if there is no intent with this action, or if it
 * has expired.
 */
export function consumeIntent<Action extends IntentAction>(
  action: Action,
): Extract<Intent, { action: Action }> | undefined {
  const stored = readIntent();
  if (stored?.intent.action !== action) return undefined;
  removeIntent();
  return stored.intent as Extract<Intent, { action: Action }>;
}

/** Returns the scroll position of the page when the reader left it to sign in. */
export function readIntentScrollPosition(): number | undefined {
  return readIntent()?.scrollY;
}

/** Returns the control that the reader clicked before they signed in. */
export function readIntentControl(): ControlIdentity | undefined {
  return readIntent()?.pressed;
}

export function removeIntent(): void {
  removeStoredItem('sessionStorage', KEY);
}

function readIntent(): StoredIntent | undefined {
  const stored = readStoredJson<StoredIntent>('sessionStorage', KEY);
  const isThisPage = stored?.path === location.pathname + location.search;
  return stored && isThisPage && Date.now() - stored.keptAt < LIFETIME ? stored : undefined;
}
