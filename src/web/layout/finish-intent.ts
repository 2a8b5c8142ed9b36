import { showToast } from '#ui/toast.tsx';
import { finishIntentCopy } from '#web/copy/finish-intent.ts';
import { bookmarks } from '#web/features/bookmarks/bookmarks.ts';
import { follows } from '#web/features/follows/follows.ts';
import { startCheckout } from '#web/features/premium/billing.ts';
import { consumeIntent } from '#web/reader/intents.ts';
import { changeMembership } from '#web/reader/reader-sets.ts';

/**
 * Carries out the action that a reader requested before signing in. Removes the stored intent first, so that the action
 * runs only once.
 */
export async function finishIntent(): Promise<void> {
  const bookmark = consumeIntent('bookmark');
  if (bookmark && (await changeMembership(bookmarks, bookmark.article, true)))
    showToast({ kind: 'success', text: finishIntentCopy.bookmarked });

  const follow = consumeIntent('follow');
  if (follow && (await changeMembership(follows, follow.alias, true)))
    showToast({ kind: 'success', text: finishIntentCopy.following(follow.alias) });

  const upgrade = consumeIntent('upgrade');
  if (upgrade) await startCheckout(upgrade.cycle, upgrade.returnTo);
}
