import { useSyncExternalStore } from 'react';
import type { Intent } from './intents.ts';

/** What stands between a reader and what they wanted to do. */
export type Prompt =
  /** They have to sign in first. */
  | { kind: 'sign-in'; intent: Intent }
  /** Their plan has a limit; `message` is the server's. */
  | { kind: 'premium'; message: string; room?: Room | undefined };

/** How to make room where a limit is reached, and where. */
export interface Room {
  /** What to do, as it stands after "to make room". */
  how: string;
  path: string;
}

/** Asks the reader to sign in; they come back to this place, and what they wanted is done. */
export function askToSignIn(intent: Intent): void {
  set({ kind: 'sign-in', intent });
}

/** Offers Premium to a reader who has reached a limit of Free; `room` is the way on that costs nothing. */
export function offerPremium(message: string, room?: Room): void {
  set({ kind: 'premium', message, room });
}

export function closePrompt(): void {
  set(undefined);
}

/** The prompt to show, callable from anywhere in the browser; the layout shows it. */
export function usePrompt(): Prompt | undefined {
  return useSyncExternalStore(subscribe, current, none);
}

let prompt: Prompt | undefined;
const listeners = new Set<() => void>();

function set(next: Prompt | undefined): void {
  prompt = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => prompt;
const none = () => undefined;
