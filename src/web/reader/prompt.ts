import { createStore, useStore } from '#web/lib/store.ts';
import type { Intent } from './intents.ts';

/** What stands between a reader and what they wanted to do. */
export type Prompt =
  /** They have to sign in first. */
  | { kind: 'sign-in'; intent: Intent }
  /** Their plan has room for no more; `message` is the server's. */
  | { kind: 'limit'; message: string; remedy: LimitRemedy }
  /** They have heard the beginning of a narration; the rest comes with Premium. */
  | { kind: 'narrations' }
  /** They have bought Premium on the way from an article, at `path`. */
  | { kind: 'welcome'; path: string };

/** How to make room where a limit is reached, and where. */
export interface LimitRemedy {
  /** What to do, as a button says it. */
  label: string;
  path: string;
}

/** Asks the reader to sign in; they come back to this place, and what they wanted is done. */
export function promptSignIn(intent: Intent): void {
  prompt.set({ kind: 'sign-in', intent });
}

/** Tells a reader who has reached a limit of their plan, and where to make room. */
export function showLimitDialog(message: string, remedy: LimitRemedy): void {
  prompt.set({ kind: 'limit', message, remedy });
}

/** Tells a reader who has heard a beginning what Premium gives. */
export function showPremiumDialog(): void {
  prompt.set({ kind: 'narrations' });
}

/** Welcomes a reader to Premium who came from an article. */
export function showWelcomeDialog(path: string): void {
  prompt.set({ kind: 'welcome', path });
}

export function closePrompt(): void {
  prompt.set(undefined);
}

/** The prompt to show, callable from anywhere in the browser; the layout shows it. */
export function usePrompt(): Prompt | undefined {
  return useStore(prompt);
}

const prompt = createStore<Prompt | undefined>(undefined);
