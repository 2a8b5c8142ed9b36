import { askToSignIn } from '#web/reader/prompt.ts';
import type { HeardArticle } from './listening.ts';

/** Asks who is signed out to sign in to listen to an article. They may have `hearBeginning` play what everybody may hear. */
export function askToListen({ authorAlias, id }: HeardArticle, hearBeginning: () => void): void {
  askToSignIn(
    { action: 'listen', article: { authorAlias, id } },
    { how: 'Hear how it begins', act: hearBeginning },
  );
}
