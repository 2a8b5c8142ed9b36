import { showToast } from '#ui/toast.tsx';
import { resumeIntentCopy } from '#web/copy/resume-intent.ts';
import { bookmarkSet } from '#web/features/bookmarks/bookmark-set.ts';
import { followSet } from '#web/features/follows/follow-set.ts';
import { keepLine } from '#web/features/lines/kept-lines.ts';
import { startCheckout } from '#web/features/premium/billing.ts';
import { consumeIntent } from '#web/reader/intents.ts';
import { changeReaderSetItem } from '#web/reader/reader-sets.ts';

/**
 * Performs the action that a visitor requested before signing in. Removes the stored intent first, so that the action
 * runs only once.
 */
export async function resumeIntent(): Promise<void> {
  const bookmark = consumeIntent('bookmark');
  if (bookmark && (await changeReaderSetItem(bookmarkSet, bookmark.article, true)))
    showToast({ kind: 'success', text: resumeIntentCopy.bookmarked });

  const keep = consumeIntent('keep');
  if (keep) await keepLine(keep.article, keep.text);

  const follow = consumeIntent('follow');
  if (follow && (await changeReaderSetItem(followSet, follow.alias, true)))
    showToast({ kind: 'success', text: resumeIntentCopy.following(follow.alias) });

  const upgrade = consumeIntent('upgrade');
  if (upgrade) await startCheckout(upgrade.cycle, upgrade.returnTo);
}
