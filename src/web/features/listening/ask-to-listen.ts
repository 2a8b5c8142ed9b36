import { askToSignIn } from '#web/reader/prompt.ts';
import type { HeardArticle } from './listening.ts';

/** Asks a visitor to sign in for the rest of a narration, or a reader whose session has ended. */
export function askToListen({ authorAlias, id }: HeardArticle): void {
  askToSignIn({ action: 'listen', article: { authorAlias, id } });
}
