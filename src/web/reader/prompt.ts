import { createStore, useStore } from '#ui/lib/store.ts';
import type { Intent } from './intents.ts';

/**
 * A dialog that appears in place of an action that the reader requested, or after an action. `message` is the text of
 * the toast that appears if the dialog fails to load.
 */
export type Prompt =
  /** Asks the reader to sign in, because the requested action requires it. */
  | { kind: 'sign-in'; intent: Intent }
  /**
   * Tells the reader that they have reached a limit of their plan. `message` comes from the server, and is the dialog's
   * text too.
   */
  | { kind: 'limit'; message: string; removeItemsLink: RemoveItemsLink }
  /** Shows the features of Premium after the preview of a narration has ended. */
  | { kind: 'narrations'; message: string }
  /** Welcomes a reader who has bought Premium. They opened the plans page from the article at `path`. */
  | { kind: 'welcome'; message: string; path: string }
  /** Lists the web feeds of the current screen. */
  | { kind: 'feeds'; message: string }
  /** Lists the keyboard shortcuts. */
  | { kind: 'shortcuts'; message: string };

/** A link to a page on which the reader can remove items to get below a limit of their plan. */
export interface RemoveItemsLink {
  label: string;
  path: string;
}

/** Shows a prompt in place of the current one. */
export function showPrompt(next: Prompt): void {
  promptStore.set(next);
}

/** Asks the reader to sign in. Afterwards, they return to the same position, and the intent is completed. */
export function promptSignIn(intent: Intent): void {
  promptStore.set({ kind: 'sign-in', intent });
}

/**
 * Shows a dialog for a reader who has reached a limit of their plan, with a link to a page on which they can remove
 * items.
 */
export function showLimitDialog(message: string, removeItemsLink: RemoveItemsLink): void {
  promptStore.set({ kind: 'limit', message, removeItemsLink });
}

export function closePrompt(): void {
  promptStore.set(undefined);
}

/**
 * Returns the prompt that the layout shows, or `undefined` if there is none. Any code in the browser may set the
 * prompt.
 */
export function useCurrentPrompt(): Prompt | undefined {
  return useStore(promptStore);
}

const promptStore = createStore<Prompt | undefined>(undefined);
