import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ListedArticle } from '#domain/article.ts';
import type { HistoryScreenProps } from '#domain/page.ts';
import type { ReadingRecord } from '#domain/reading.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icons.tsx';
import { Link } from '#ui/link.tsx';
import { showToast } from '#ui/toast.tsx';
import { historyCopy } from '#web/copy/history.ts';
import { profileCopy } from '#web/copy/profile.ts';
import type { ArticlePages } from '#web/features/articles/article-pages.ts';
import { ArticleRows } from '#web/features/articles/article-rows.tsx';
import { PersonalArticleList } from '#web/features/articles/personal-article-list.tsx';
import { ClearHistoryButton } from '#web/features/history/clear-history-button.tsx';
import { omitItemsFromPages } from '#web/features/history/omit-items-from-pages.ts';
import { removeFromHistory } from '#web/features/history/remove-from-history.ts';
import { ProfileFrame } from '#web/features/profile/profile-frame.tsx';
import { formatUtcDate } from '#web/lib/dates.ts';
import { useFocusOnceShown } from '#web/lib/use-focus-once-shown.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { usePayload } from '#web/pages/use-screen-props.ts';
import styles from './history.module.css';
import { SignedOutProfile } from './signed-out-profile.tsx';

/** Shows the page with the reader's reading history. Signed-out visitors see an invitation to sign in instead. */
export function HistoryScreen() {
  const payload = usePayload();
  return payload?.screen === 'history' ? <History {...payload.props} /> : <SignedOutProfile />;
}

function History({ userInfo, minutes, keepsHistory, ...firstPage }: HistoryScreenProps) {
  const { revalidate } = useRevalidator();
  const isEmpty = firstPage.articles.length === 0;
  const message = useFocusOnceShown<HTMLDivElement>(isEmpty);

  function reload() {
    removeCachedPersonalPayloads();
    revalidate();
  }

  return (
    <ProfileFrame reader={userInfo} tab="History">
      {isEmpty ? (
        <div className={styles.nothing} ref={message} tabIndex={-1}>
          <EmptyHistory keepsHistory={keepsHistory} />
        </div>
      ) : (
        <>
          {!keepsHistory && (
            <p className={styles.off}>
              <span>{historyCopy.offNote}</span> <SwitchLink />
            </p>
          )}
          <div className={styles.head}>
            <p className={styles.minutes}>{historyCopy.minutes(minutes)}</p>
            <ClearHistoryButton onCleared={reload} />
          </div>
          <ReadArticles {...firstPage} reload={reload} />
        </>
      )}
    </ProfileFrame>
  );
}

interface ReadArticlesProps
  extends Omit<HistoryScreenProps, 'userInfo' | 'minutes' | 'keepsHistory'> {
  /** Reloads the page's data. */
  reload: () => void;
}

/** Shows the articles in a reader's history, grouped by day. A removed article disappears from the list immediately. */
function ReadArticles({ reload, ...firstPage }: ReadArticlesProps) {
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());

  async function remove(article: ListedArticle, { currentTarget }: MouseEvent<HTMLButtonElement>) {
    const row = currentTarget.closest('li');
    if (!(await removeFromHistory(article))) return;
    // The clicked button disappears with its row, so focus moves to the same button in the next row.
    const nextRow = row?.nextElementSibling ?? row?.previousElementSibling;
    nextRow?.querySelector('button')?.focus();
    setRemovedIds((previousIds) => new Set([...previousIds, article.id]));
    showToast({ kind: 'success', text: historyCopy.removed(article.title) });
  }

  return (
    <PersonalArticleList
      list="history"
      address="/profile/history"
      first={firstPage}
      moreFailed={historyCopy.loadMoreFailed}
    >
      {({ articles, readings, ref }) => (
        <RemainingArticles articles={articles} removedIds={removedIds} reload={reload}>
          {(remaining) => (
            <ArticleRows
              articles={remaining}
              groupOf={({ id }) => formatUtcDate(readings[id]!.readAt)}
              note={(article) => <Progress article={article} reading={readings[article.id]!} />}
              action={(article) => (
                <button
                  className="icon-btn needs-js"
                  type="button"
                  aria-label={historyCopy.remove(article.title)}
                  onClick={(event) => remove(article, event)}
                >
                  <Icon name="close" />
                </button>
              )}
              ref={ref}
            />
          )}
        </RemainingArticles>
      )}
    </PersonalArticleList>
  );
}

interface RemainingArticlesProps {
  /** The loaded articles. */
  articles: readonly ListedArticle[];
  /** IDs of the articles that the reader has removed. */
  removedIds: ReadonlySet<string>;
  /** Reloads the page's data. Called if no article remains. */
  reload: () => void;
  children: (remaining: readonly ListedArticle[]) => ReactNode;
}

/**
 * Renders the articles that the reader has not removed from the history. Also deletes removed articles from the query
 * cache, so that the cache cannot show them again. Repeats this if a response contains a removed article again.
 */
function RemainingArticles({ articles, removedIds, reload, children }: RemainingArticlesProps) {
  const queryClient = useQueryClient();
  const list = useRef<HTMLDivElement>(null);
  const wasEmpty = useRef(false);
  const remaining = articles.filter(({ id }) => !removedIds.has(id));
  const isEmpty = remaining.length === 0;
  const isOutdated = remaining.length < articles.length;

  useEffect(() => {
    if (isOutdated)
      queryClient.setQueriesData<ArticlePages>(
        { queryKey: ['history'] },
        (pages) => pages && omitItemsFromPages(pages, removedIds),
      );
  }, [queryClient, isOutdated, removedIds]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the list becomes empty or filled
  useEffect(() => {
    if (isEmpty) reload();
    // The clicked button disappeared with the last row, so focus moves to the first button in the newly loaded rows.
    else if (wasEmpty.current) list.current!.querySelector('button')?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);

  return <div ref={list}>{children(remaining)}</div>;
}

/** Shows that the reader has finished an article, or a link to the part where the reader stopped. */
function Progress({ article, reading }: { article: ListedArticle; reading: ReadingRecord }) {
  if (reading.isFinished) return <p className={styles.progress}>{historyCopy.finished}</p>;
  return (
    <p className={styles.progress}>
      <Link className="link reach" to={`${article.path}#${reading.section}`}>
        {historyCopy.continueAt(reading.section)}
      </Link>
    </p>
  );
}

function EmptyHistory({ keepsHistory }: { keepsHistory: boolean }) {
  return (
    <EmptyState
      drawing="shelf"
      title={keepsHistory ? historyCopy.nothingTitle : historyCopy.off}
      actions={
        keepsHistory ? (
          <Link className="btn btn-red" to="/articles">
            {profileCopy.findArticles}
          </Link>
        ) : (
          <SwitchLink />
        )
      }
    >
      {keepsHistory ? historyCopy.nothingText : historyCopy.offText}
    </EmptyState>
  );
}

function SwitchLink() {
  return (
    <Link className="link reach" to="/settings#history">
      {historyCopy.toSwitch}
    </Link>
  );
}
