import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { formatPicturePath } from '#domain/images.ts';
import { AUTHOR_STATE_MACHINE, type AuthorStatus } from '#domain/statuses/author-states.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { useRefetchDuringAiRequests } from '../../lib/ai-requests.ts';
import { authorPagesQuery, firstAuthorPageQuery } from '../../lib/author-queries.ts';
import { useRunCommandFromUrl } from '../../lib/commands.ts';
import { AiWriterStatusLine } from '../../ui/ai-writer-status-line.tsx';
import { AuthorSearchField } from '../../ui/author-search-field.tsx';
import { ShowMoreButton } from '../../ui/paged-list.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchParamTabs, useSelectedSearchParamTab } from '../../ui/search-param-tabs.tsx';
import styles from './authors.module.css';
import { RequestPersonasDialog } from './request-personas-dialog.tsx';

const words = copy.authors;

/** Lists the authors' personas by status. */
export function AuthorList() {
  useRefetchDuringAiRequests('authors');
  const query = useQuery(firstAuthorPageQuery);
  const tabs = (['active', 'pending_idea', 'inactive'] as const).map((id) => ({
    id,
    label: AUTHOR_STATE_MACHINE.states[id].label,
    count: query.data?.counts[id] ?? null,
  }));
  const status = useSelectedSearchParamTab<AuthorStatus>('status', tabs);
  const [isRequesting, setRequesting] = useState(false);
  useRunCommandFromUrl(
    'ask',
    useCallback(() => setRequesting(true), []),
  );
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ScreenHeader
        title={words.title}
        actions={
          <button
            className="btn btn-red"
            type="button"
            ref={opener}
            onClick={() => setRequesting(true)}
          >
            {words.ask}
          </button>
        }
      >
        {words.note}
      </ScreenHeader>
      <AiWriterStatusLine />
      <SearchParamTabs label={words.status} name="status" choices={tabs} />
      <QueryContent query={query}>
        {({ authors, nextToken }) =>
          nextToken === null ? (
            <AuthorCards
              authors={authors.filter((author) => author.status === status)}
              empty={<NoAuthors status={status} />}
            />
          ) : (
            <AuthorSearch key={status} status={status} />
          )
        }
      </QueryContent>
      {isRequesting && (
        <RequestPersonasDialog opener={opener} onClose={() => setRequesting(false)} />
      )}
    </>
  );
}

/** Lists the authors with a given status page by page, and searches them by name. */
function AuthorSearch({ status }: { status: AuthorStatus }) {
  const [text, setText] = useState('');
  const query = useInfiniteQuery(authorPagesQuery(status, text.trim()));
  return (
    <>
      <div className={styles.search}>
        <AuthorSearchField search={{ text, onChange: setText }} />
      </div>
      <QueryContent query={query}>
        {({ pages }) => (
          <>
            <AuthorCards
              authors={pages.flatMap(({ authors }) => authors)}
              empty={
                text.trim() ? (
                  <EmptyState drawing="portrait" title={words.noMatch}>
                    {words.noMatchNote}
                  </EmptyState>
                ) : (
                  <NoAuthors status={status} />
                )
              }
            />
            <ShowMoreButton query={query} className={styles.more}>
              {words.showMore}
            </ShowMoreButton>
          </>
        )}
      </QueryContent>
    </>
  );
}

interface AuthorCardsProps {
  authors: readonly StudioAuthor[];
  empty: ReactNode;
}

function AuthorCards({ authors, empty }: AuthorCardsProps) {
  if (!authors.length) return empty;
  return (
    <ul className={styles.grid}>
      {authors.map((author) => (
        <AuthorCard key={author.id} author={author} />
      ))}
    </ul>
  );
}

function NoAuthors({ status }: { status: AuthorStatus }) {
  return (
    <EmptyState drawing="portrait" title={EMPTY_MESSAGES[status]}>
      {words.emptyNote}
    </EmptyState>
  );
}

const EMPTY_MESSAGES: Readonly<Record<AuthorStatus, string>> = {
  active: words.noActive,
  pending_idea: words.noProposed,
  inactive: words.noInactive,
};

function AuthorCard({ author }: { author: StudioAuthor }) {
  const { id, alias, tagline, category, subcategory, portrait, publishedArticleCount } = author;
  return (
    <li>
      <Link className={styles.card} to={`/authors/${id}`}>
        <img
          src={formatPicturePath('avatars', portrait, 64, 'webp')}
          alt=""
          width={48}
          height={48}
          loading="lazy"
        />
        <span className={styles.words}>
          <b>{alias}</b>
          <span>{tagline}</span>
          <span>
            {`${getCategory(category).name}, ${getSubcategory(category, subcategory).name}. ${words.articles(
              publishedArticleCount,
            )}`}
          </span>
        </span>
      </Link>
    </li>
  );
}
