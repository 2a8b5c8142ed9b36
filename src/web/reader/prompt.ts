import { createStore, useStore } from '#web/lib/store.ts';
import type { Intent } from './intents.ts';

/** A dialog that replaces or follows an action of the reader. */
export type Prompt =
  /** The requested action requires signing in. */
  | { kind: 'sign-in'; intent: Intent }
  /** A limit of the reader's plan is reached. `message` comes from the server. */
  | { kind: 'limit'; message: string; remedy: LimitRemedy }
  /** The preview of a narration has ended. Premium includes the rest. */
  | { kind: 'narrations' }
  /** The reader has bought Premium, coming from the article at `path`. */
  | { kind: 'welcome'; path: string };

/** A link with which the reader can get below a limit of their plan. */
export interface LimitRemedy {
  /** The label of the link. */
  label: string;
  path: string;
}

/** Asks the reader to sign in. Afterwards, they return to the same position, and the intent is carried out. */
export function promptSignIn(intent: Intent): void {
  prompt.set({ kind: 'sign-in', intent });
}

/** Shows that a limit of the reader's plan is reached, with a link to get below it. */
export function showLimitDialog(message: string, remedy: LimitRemedy): void {
  prompt.set({ kind: 'limit', message, remedy });
}

/** Shows the features of Premium, after a preview has ended. */
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

/** Returns the prompt to show. Any code in the browser may set it; the layout renders it. */
export function usePrompt(): Prompt | undefined {
  return useStore(prompt);
}

const prompt = createStore<Prompt | undefined>(undefined);
