import type { ArticleMeta } from '#domain/article.ts';
import { Icon } from '#ui/icons.tsx';
import { logError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { listenToAll } from './start-listening.ts';

interface ListenToAllProps {
  /** Those on show. */
  articles: readonly ArticleMeta[];
  /** Asks for all of them, where those on show are a part. */
  loadAll: (() => Promise<readonly ArticleMeta[]>) | undefined;
}

/** Plays articles one after the other: for readers with Premium, whose queue they come to stand in. */
export function ListenToAll({ articles, loadAll }: ListenToAllProps) {
  if (!loadAll && !audible(articles).length) return null;
  return (
    <button
      className="btn btn-line needs-js premium-only"
      type="button"
      onClick={() => listenToAll(loadAll ? allOr(articles, loadAll) : audible(articles))}
    >
      <Icon name="listen" />
      Listen to all
    </button>
  );
}

/** All of them; those on show, where the others cannot be had. */
async function allOr(
  articles: readonly ArticleMeta[],
  loadAll: () => Promise<readonly ArticleMeta[]>,
): Promise<readonly ArticleMeta[]> {
  try {
    return audible(await loadAll());
  } catch (error) {
    logError(error, 'Not all articles could be had to be listened to');
    showToast({ kind: 'error', text: 'Only those on this page could be put in your queue.' });
    return audible(articles);
  }
}

function audible(articles: readonly ArticleMeta[]): ArticleMeta[] {
  return articles.filter(({ hasAudio }) => hasAudio);
}
