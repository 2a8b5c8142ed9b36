import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { picturePath } from '#domain/images.ts';
import { AUTHOR_STATES, type AuthorStatus } from '#domain/statuses/author-states.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { useInvalidateWhileUnfinished } from '../../lib/ai-requests.ts';
import { authorsQuery } from '../../lib/author-queries.ts';
import { useCommandParam } from '../../lib/commands.ts';
import { AiStatusLine } from '../../ui/ai-status-line.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchParamTabs, useSearchParamChoice } from '../../ui/search-param-tabs.tsx';
import styles from './authors.module.css';
import { RequestPersonasDialog } from './request-personas-dialog.tsx';

const words = copy.authors;

/** Lists the authors' personas by status. */
export function AuthorList() {
  useInvalidateWhileUnfinished('authors');
  const query = useQuery(authorsQuery);
  const all = query.data?.authors ?? [];
  const tabs = (['active', 'pending_idea', 'inactive'] as const).map((id) => ({
    id,
    label: AUTHOR_STATES.states[id].label,
    count: query.data ? all.filter(({ status }) => status === id).length : null,
  }));
  const status = useSearchParamChoice<AuthorStatus>('status', tabs);
  const [isAsking, setAsking] = useState(false);
  useCommandParam(
    'ask',
    useCallback(() => setAsking(true), []),
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
            onClick={() => setAsking(true)}
          >
            {words.ask}
          </button>
        }
      >
        {words.note}
      </ScreenHeader>
      <AiStatusLine />
      <SearchParamTabs label={words.status} name="status" choices={tabs} />
      <QueryBoundary query={query}>
        {({ authors }) => {
          const shown = authors.filter((author) => author.status === status);
          return shown.length ? (
            <ul className={styles.grid}>
              {shown.map((author) => (
                <AuthorCard key={author.id} author={author} />
              ))}
            </ul>
          ) : (
            <EmptyState drawing="portrait" title={EMPTY_MESSAGES[status]}>
              {words.emptyNote}
            </EmptyState>
          );
        }}
      </QueryBoundary>
      {isAsking && <RequestPersonasDialog opener={opener} onClose={() => setAsking(false)} />}
    </>
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
          src={picturePath('avatars', portrait, 64, 'webp')}
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
