import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LinesScreenProps } from '#domain/page.ts';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import { EmptyState, type EmptyStateDrawingPaths } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { linesCopy } from '#web/copy/lines.ts';
import { profileCopy } from '#web/copy/profile.ts';
import { LoadedPages } from '#web/features/articles/loaded-pages.tsx';
import { LineExportLinks } from '#web/features/lines/line-export-links.tsx';
import { LineList } from '#web/features/lines/line-list.tsx';
import { linePagesQuery } from '#web/features/lines/line-pages.ts';
import { LinesToolbar } from '#web/features/lines/lines-toolbar.tsx';
import { createLinesUrl } from '#web/features/lines/lines-url.ts';
import { type RecordedLineChanges, useLineChanges } from '#web/features/lines/use-line-changes.ts';
import { LimitUsage } from '#web/features/profile/limit-usage.tsx';
import { ProfileFrame } from '#web/features/profile/profile-frame.tsx';
import { useFocusOnceShown } from '#web/lib/use-focus-once-shown.ts';
import { usePayload } from '#web/pages/use-screen-props.ts';
import { useReader } from '#web/reader/session.ts';
import { SignedOutProfile } from './signed-out-profile.tsx';

/** A drawing of an open book with one marked line. */
const MARKED_BOOK: EmptyStateDrawingPaths = {
  ink: 'M48 22C40 15 26 13 12 15v60c14-2 28 0 36 7 8-7 22-9 36-7V15c-14-2-28 0-36 7M48 22v60M20 28c7 0 14 1 20 4M20 52c7 0 14 1 20 4M76 28c-7 0-14 1-20 4M76 40c-7 0-14 1-20 4M76 52c-7 0-14 1-20 4',
  red: 'M20 40c7 0 14 1 20 4',
};

/**
 * Shows the page with the lines (passages) that a reader has kept from articles. Signed-out visitors see an invitation
 * to sign in instead.
 */
export function LinesScreen() {
  const payload = usePayload();
  return payload?.screen === 'lines' ? <Lines {...payload.props} /> : <SignedOutProfile />;
}

function Lines(props: LinesScreenProps) {
  const { category, article, query, categories, lines, nextToken } = props;
  const changes = useLineChanges(lines);
  const count = props.count - changes.removed.size;
  return (
    <ProfileFrame
      reader={props.userInfo}
      tab="Lines"
      allowance={<LimitUsage used={count} limit={TIER_BENEFITS.free.lines} of="lines" />}
    >
      {props.count > 0 && (
        <LinesToolbar view={{ category, article, query }} categories={categories} />
      )}
      <p className="vh" role="status">
        {query && linesCopy.found(lines.length, nextToken !== null)}
      </p>
      <LoadedLines {...props} changes={changes} />
    </ProfileFrame>
  );
}

/**
 * Shows the loaded pages of a reader's kept lines. A removed line disappears from the list immediately, but the most
 * recently removed line can be restored. If all loaded lines have been removed, loads the next page.
 */
function LoadedLines({
  changes,
  ...firstPage
}: LinesScreenProps & { changes: RecordedLineChanges }) {
  const { removed, undoable } = changes;
  const reader = useReader()?.id ?? null;
  const list = useInfiniteQuery(linePagesQuery(reader, firstPage));
  const { pages } = list.data;
  const loaded = pages.flatMap(({ metas }) => metas);
  const shownLines = loaded.filter(({ id }) => !removed.has(id) || id === undoable);
  const hasNone = loaded.every(({ id }) => removed.has(id));
  const isEmpty = hasNone && !list.hasNextPage;
  const shouldLoadNext = hasNone && list.hasNextPage && !list.isFetchNextPageError;
  const { fetchNextPage } = list;
  useEffect(() => {
    if (shouldLoadNext) fetchNextPage();
  }, [shouldLoadNext, fetchNextPage]);
  const message = useFocusOnceShown<HTMLElement>(isEmpty && removed.size > 0 && !undoable);
  if (isEmpty)
    return (
      <>
        {undoable && <LineList lines={shownLines} changes={changes} />}
        <section ref={message} tabIndex={-1}>
          {firstPage.count > removed.size ? <NothingFound /> : <NoLines />}
        </section>
      </>
    );
  return (
    <>
      <LoadedPages
        pages={pages}
        list={list}
        from={firstPage.from}
        address={createLinesUrl(firstPage)}
        moreFailed={linesCopy.loadMoreFailed}
        noMore={linesCopy.end}
      >
        {(ref) => <LineList lines={shownLines} changes={changes} ref={ref} />}
      </LoadedPages>
      <LineExportLinks />
    </>
  );
}

function NothingFound() {
  return (
    <EmptyState
      drawing="lens"
      title={linesCopy.nothingFound}
      actions={
        <Link className="btn btn-line" to="/profile/lines">
          {linesCopy.seeAll}
        </Link>
      }
    >
      {linesCopy.nothingFoundText}
    </EmptyState>
  );
}

function NoLines() {
  return (
    <EmptyState
      drawing={MARKED_BOOK}
      title={linesCopy.nothingTitle}
      actions={
        <Link className="btn btn-red" to="/articles">
          {profileCopy.findArticles}
        </Link>
      }
    >
      {linesCopy.nothingText}
    </EmptyState>
  );
}
