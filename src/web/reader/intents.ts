import type { ArticleIdentity } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import type { ReportReason } from '#domain/report.ts';
import type { BillingCycle } from '#domain/tiers.ts';
import { readStoredJson, removeStoredItem, writeStoredJson } from '#ui/lib/storage.ts';
import type { ControlIdentity } from '#web/lib/control-identity.ts';

/**
 * An action for which a signed-out visitor must sign in first. It is completed once the visitor has signed in and
 * returned.
 */
export type Intent =
  | { action: 'bookmark'; article: ArticleIdentity }
  | { action: 'keep'; article: ArticleIdentity; text: string }
  | { action: 'follow'; alias: string }
  | { action: 'feedback'; article: ArticleIdentity; feedbackType: FeedbackType }
  | { action: 'report'; article: ArticleIdentity; reason: ReportReason | ''; explanation: string }
  /** Without `article`, the action refers to the article whose page the visitor has open. */
  | { action: 'listen'; article?: ArticleIdentity }
  | { action: 'upgrade'; cycle: BillingCycle; returnTo: string };

export type IntentAction = Intent['action'];

interface StoredIntent {
  intent: Intent;
  /** The path and query of the page that completes the action. */
  path: string;
  /** The scroll position of the page that completes the action. Undefined if the visitor was on another page. */
  scrollY?: number | undefined;
  /** The control that the visitor clicked. */
  pressed?: ControlIdentity | undefined;
  keptAt: number;
}

const KEY = 'intent';
/** Time in milliseconds after which an intent expires. */
const LIFETIME = 15 * 60_000;

/**
 * Stores an intent while the visitor signs in or is on the way to another page. `path` is the path and query of the
 * page that completes the intent. By default, this is the current page, whose scroll position is then stored too. If
 * storage is blocked, the visitor has to repeat the action after signing in.
 */
export function storeIntent(
  intent: Intent,
  pressed?: ControlIdentity,
  path: string = getCurrentPath(),
): void {
  const stored: StoredIntent = {
    intent,
    path,
    scrollY: path === getCurrentPath() ? scrollY : undefined,
    pressed,
    keptAt: Date.now(),
  };
  writeStoredJson('sessionStorage', KEY, stored);
}

/**
 * Removes and returns the stored intent if the current page must complete it. Returns `undefined` if there is no intent
 * with this action for this page, or if it has expired.
 */
export function consumeIntent<Action extends IntentAction>(
  action: Action,
): Extract<Intent, { action: Action }> | undefined {
  const stored = readIntent();
  if (stored?.intent.action !== action) return undefined;
  removeIntent();
  return stored.intent as Extract<Intent, { action: Action }>;
}

/**
 * Returns the scroll position that this page had when the visitor left it to sign in. Returns `undefined` if no intent
 * is stored for this page, if the intent has expired, or if the visitor was on another page.
 */
export function readIntentScrollPosition(): number | undefined {
  return readIntent()?.scrollY;
}

/**
 * Returns the control on this page that the visitor clicked before signing in. Returns `undefined` if there is none.
 */
export function readIntentControl(): ControlIdentity | undefined {
  return readIntent()?.pressed;
}

export function removeIntent(): void {
  removeStoredItem('sessionStorage', KEY);
}

function readIntent(): StoredIntent | undefined {
  const stored = readStoredJson<StoredIntent>('sessionStorage', KEY);
  const isThisPage = stored?.path === getCurrentPath();
  return stored && isThisPage && Date.now() - stored.keptAt < LIFETIME ? stored : undefined;
}

function getCurrentPath(): string {
  return location.pathname + location.search;
}
