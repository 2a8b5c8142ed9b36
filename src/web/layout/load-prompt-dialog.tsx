import type { ReactNode } from 'react';
import type { WebFeedScope } from '#domain/web-feeds.ts';
import type { BaseDialogProps } from '#ui/dialog.tsx';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { getAudioElement } from '#web/features/listening/player-store.ts';
import { fetchSignInProviders } from '#web/features/sign-in/providers.ts';
import type { Prompt } from '#web/reader/prompt.ts';

/** A function that renders the dialog for a prompt (`reader/prompt.ts`). */
export type RenderPromptDialog = (state: BaseDialogProps) => ReactNode;

/**
 * The `opener` for dialogs that may not have been opened with a button. Because it is empty, focus returns to the
 * previously focused element when the dialog closes.
 */
const NO_OPENER = { current: null };

/** Loads the code and the data of the dialog for a prompt. Rejects if loading fails. */
export async function loadPromptDialog(prompt: Prompt): Promise<RenderPromptDialog> {
  if (prompt.kind === 'limit') {
    const { PlanLimitDialog } = await awaitChunk(import('#web/features/premium/limit-dialog.tsx'));
    return (state) => (
      <PlanLimitDialog
        message={prompt.message}
        removeItemsLink={prompt.removeItemsLink}
        {...state}
      />
    );
  }
  if (prompt.kind === 'narrations') {
    const { PreviewEndedDialog } = await awaitChunk(
      import('#web/features/premium/preview-ended-dialog.tsx'),
    );
    return (state) => <PreviewEndedDialog {...state} />;
  }
  if (prompt.kind === 'welcome') {
    const { PremiumWelcomeDialog } = await awaitChunk(
      import('#web/features/premium/premium-welcome-dialog.tsx'),
    );
    return (state) => (
      <PremiumWelcomeDialog path={prompt.path} onListen={getAudioElement} {...state} />
    );
  }
  if (prompt.kind === 'feeds') {
    const { WebFeedsDialog } = await awaitChunk(import('#web/features/share/web-feeds-dialog.tsx'));
    const scope = findWebFeedScope(new URL(location.href));
    return (state) => <WebFeedsDialog {...state} opener={NO_OPENER} scope={scope} />;
  }
  if (prompt.kind === 'shortcuts') {
    const { ShortcutsDialog } = await awaitChunk(
      import('#web/features/shortcuts/shortcuts-dialog.tsx'),
    );
    // The shortcuts dialog is opened with a key, so focus returns to the previously focused element when it closes.
    return (state) => <ShortcutsDialog {...state} opener={NO_OPENER} />;
  }
  const [{ SignInDialog }, providers] = await Promise.all([
    awaitChunk(import('#web/features/sign-in/sign-in-dialog.tsx')),
    fetchSignInProviders(),
  ]);
  const { intent } = prompt;
  return (state) => <SignInDialog intent={intent} providers={providers} {...state} />;
}

/**
 * Returns the scope of a screen's web feed: the author or the category whose articles the screen shows. Returns
 * `undefined` if the screen shows neither.
 */
function findWebFeedScope({ pathname, searchParams }: URL): WebFeedScope | undefined {
  const [, first, second] = pathname.split('/') as [string, string, string?];
  if (first === 'authors') return second ? { alias: second } : undefined;
  // An article's path is `/{alias}/{slug}`.
  if (document.querySelector('article[data-article]')) return { alias: first };
  const category = first === 'articles' ? searchParams.get('category') : null;
  return category ? { category, subcategory: searchParams.get('subcategory') } : undefined;
}
