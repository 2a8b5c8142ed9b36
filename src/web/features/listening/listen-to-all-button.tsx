import type { ArticleMeta } from '#domain/article.ts';
import { Icon } from '#ui/icons.tsx';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { listenToAll } from './start-listening.tsx';

interface ListenToAllProps {
  /** The articles that the current screen shows. */
  articles: readonly ArticleMeta[];
  /** Loads all articles in the list. Is `undefined` if the current screen already shows all of them. */
  loadAll: (() => Promise<readonly ArticleMeta[]>) | undefined;
}

/** A button that plays a list of articles in order, for readers with Premium. */
export function ListenToAllButton({ articles, loadAll }: ListenToAllProps) {
  if (!loadAll && !filterNarrated(articles).length) return null;
  return (
    <button
      className="btn btn-line needs-js premium-only"
      type="button"
      onClick={() =>
        listenToAll(loadAll ? loadAllOrFallBack(articles, loadAll) : filterNarrated(articles))
      }
    >
      <Icon name="listen" />
      Listen to all
    </button>
  );
}

/** Resolves with all articles in the list, or with the articles on the current screen if loading fails. */
async function loadAllOrFallBack(
  articles: readonly ArticleMeta[],
  loadAll: () => Promise<readonly ArticleMeta[]>,
): Promise<readonly ArticleMeta[]> {
  try {
    return filterNarrated(await loadAll());
  } catch (error) {
    logAndReportError(error, 'The articles to play could not all be loaded');
    showToast({ kind: 'error', text: 'Only those on this page could be put in your queue.' });
    return filterNarrated(articles);
  }
}

function filterNarrated(articles: readonly ArticleMeta[]): ArticleMeta[] {
  return articles.filter(({ hasAudio }) => hasAudio);
}
