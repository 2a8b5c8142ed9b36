import { createStore, useStore } from '#ui/lib/store.ts';
import type { Intent } from './intents.ts';

/**
 * A dialog that any code can show with {@link showPrompt}, often because an action is not possible. `message` is the
 * text of a toast that appears if the dialog fails to load.
 */
export type Prompt =
  /** Asks the reader to sign in, because the requested action requires it. */
  | { kind: 'sign-in'; intent: Intent }
  /**
   * Tells the reader that they have reached a plan limit. `message` comes from the server. It is also the text of the
   * dialog.
   */
  | { kind: 'limit'; message: string; removeItemsLink: RemoveItemsLink }
  /** Shows the features of Premium after a narration's preview has ended. */
  | { kind: 'narrations'; message: string }
  /**
   * Welcomes a reader who has bought Premium. `path` is the path of the article from which they opened the plans page.
   */
  | { kind: 'welcome'; message: string; path: string }
  /** Lists the current page's web feeds. */
  | { kind: 'feeds'; message: string }
  /** Lists the keyboard shortcuts. */
  | { kind: 'shortcuts'; message: string };

/** A link to a page on which readers can remove items, such as bookmarks, to get below a plan limit. */
export interface RemoveItemsLink {
  label: string;
  path: string;
}

/** Shows a prompt. It replaces the current prompt. */
export function showPrompt(next: Prompt): void {
  promptStore.set(next);
}

/**
 * Asks a visitor to sign in. After signing in, they return to the same scroll position, and the intent is completed.
 */
export function promptSignIn(intent: Intent): void {
  promptStore.set({ kind: 'sign-in', intent });
}

/**
 * Tells the reader that they have reached a plan limit. The dialog has a link to a page on which they can remove items.
 */
export function showPlanLimitDialog(message: string, removeItemsLink: RemoveItemsLink): void {
  promptStore.set({ kind: 'limit', message, removeItemsLink });
}

export function closePrompt(): void {
  promptStore.set(undefined);
}

/** Returns the prompt that the layout must show, or `undefined` if there is none. */
export function useCurrentPrompt(): Prompt | undefined {
  return useStore(promptStore);
}

const promptStore = createStore<Prompt | undefined>(undefined);
