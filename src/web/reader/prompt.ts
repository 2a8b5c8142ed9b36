import { createStore, useStore } from '#web/lib/store.ts';
import type { Intent } from './intents.ts';

/** A dialog that interrupts what the reader wanted to do. */
export type Prompt =
  /** The action requires signing in. */
  | { kind: 'sign-in'; intent: Intent }
  /** A limit of their plan is reached; `message` comes from the server. */
  | { kind: 'limit'; message: string; remedy: LimitRemedy }
  /** The preview of a narration has ended; Premium plays the rest. */
  | { kind: 'narrations' }
  /** They have bought Premium, coming from the article at `path`. */
  | { kind: 'welcome'; path: string };

/** A way to get below a limit of the plan. */
export interface LimitRemedy {
  /** The label of its button. */
  label: string;
  path: string;
}

/** Asks the reader to sign in. They return to the same place, and the intent is carried out. */
export function promptSignIn(intent: Intent): void {
  prompt.set({ kind: 'sign-in', intent });
}

/** Shows that a limit of the reader's plan is reached, and how to get below it. */
export function showLimitDialog(message: string, remedy: LimitRemedy): void {
  prompt.set({ kind: 'limit', message, remedy });
}

/** Shows what Premium includes, after a preview has ended. */
export function showPremiumDialog(): void {
  prompt.set({ kind: 'narrations' });
}

/** Welcomes a reader to Premium who bought it coming from the article at `path`. */
export function showWelcomeDialog(path: string): void {
  prompt.set({ kind: 'welcome', path });
}

export function closePrompt(): void {
  prompt.set(undefined);
}

/** Returns the prompt to show. Any code in the browser may set it; the layout shows it. */
export function usePrompt(): Prompt | undefined {
  return useStore(prompt);
}

const prompt = createStore<Prompt | undefined>(undefined);
