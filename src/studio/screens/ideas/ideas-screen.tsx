import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { IDEA_STATE_MACHINE, type IdeaStatus } from '#domain/statuses/article-states.ts';
import type { NewAiRequest } from '#domain/studio/ai-requests.ts';
import type { Idea } from '#domain/studio/ideas.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { copy } from '../../copy.ts';
import {
  describeAiRequestPrice,
  explainSendObstacle,
  useAiRequestPrice,
  useRefetchDuringAiRequests,
  useSendAiRequest,
} from '../../lib/ai-requests.ts';
import { useAuthorsIncluding, useSearchableActiveAuthors } from '../../lib/author-queries.ts';
import { useRunCommandFromUrl } from '../../lib/commands.ts';
import { useCurrentMember } from '../../lib/current-member.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { useChangeSearchParams } from '../../lib/use-change-search-params.ts';
import { AiWriterStatusLine } from '../../ui/ai-writer-status-line.tsx';
import { AuthorSearchField } from '../../ui/author-search-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ShowMoreButton } from '../../ui/paged-list.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchParamTabs, useSelectedSearchParamTab } from '../../ui/search-param-tabs.tsx';
import { IdeaCard } from './idea-card.tsx';
import { IdeaForm } from './idea-form.tsx';
import styles from './ideas.module.css';
import { RequestIdeasDialog } from './request-ideas-dialog.tsx';
import { useLoadIdeaFromUrl } from './use-load-idea-from-url.ts';

interface IdeaPage {
  ideas: Idea[];
  nextToken: string | null;
}

const TABS = (['pending', 'generating', 'generated'] as const).map((id) => ({
  id,
  label: IDEA_STATE_MACHINE.states[id].label,
}));

const words = copy.ideas;

/** Lists the ideas by status. Editors choose the ideas from which the AI writes articles. */
export function IdeasScreen() {
  const status = useSelectedSearchParamTab<IdeaStatus>('status', TABS);
  const [search] = useSearchParams();
  const authorId = search.get('author') ?? undefined;
  useRefetchDuringAiRequests('ideas', 'writing');
  const query = useInfiniteQuery({
    queryKey: ['ideas', status, authorId],
    queryFn: ({ pageParam, signal }) =>
      studioApi.get<IdeaPage>('/ideas', { status, authorId, nextToken: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }) => nextToken,
  });
  // The dialogs have a separate author search, so that a search in the filter does not change the choices in the
  // dialogs.
  const choices = useSearchableActiveAuthors();
  const authorsMissing = choices.error !== null && !choices.authors && copy.common.notLoaded;
  const [isRequesting, setRequesting] = useState(false);
  const [editedIdea, setEditedIdea] = useState<Idea | 'new'>();
  const member = useCurrentMember();
  useRunCommandFromUrl(
    'ask',
    useCallback(() => setRequesting(true), []),
  );
  useRunCommandFromUrl(
    'write',
    useCallback(() => setEditedIdea('new'), []),
  );
  const opener = useRef<HTMLButtonElement>(null);
  const ideas = query.data?.pages.flatMap((page) => page.ideas);
  const lookupState = useLoadIdeaFromUrl(query, ideas);
  return (
    <>
      <ScreenHeader
        title={words.title}
        actions={
          <>
            <Button
              className="btn btn-line"
              disabledReason={authorsMissing}
              onClick={() => setEditedIdea('new')}
            >
              {words.write}
            </Button>
            <Button
              className="btn btn-red"
              ref={opener}
              disabledReason={authorsMissing}
              onClick={() => setRequesting(true)}
            >
              {words.ask}
            </Button>
          </>
        }
      >
        {words.note}
      </ScreenHeader>
      <AiWriterStatusLine />
      <SearchParamTabs label={words.status} name="status" choices={TABS} />
      <AuthorFilter authorId={authorId} />
      {lookupState === 'missing' && (
        <p className={styles.gone} role="status">
          {words.gone}
        </p>
      )}
      <QueryContent query={{ ...query, data: lookupState === 'loading' ? undefined : ideas }}>
        {(loadedIdeas) =>
          loadedIdeas.length ? (
            <IdeaList
              key={status}
              ideas={loadedIdeas}
              onEdit={setEditedIdea}
              more={<ShowMoreButton query={query}>{words.showMore}</ShowMoreButton>}
            />
          ) : (
            <EmptyState drawing="shelf" title={words.empty[status].title}>
              {words.empty[status].words}
            </EmptyState>
          )
        }
      </QueryContent>
      {isRequesting && choices.authors && (
        <RequestIdeasDialog
          choices={choices}
          opener={opener}
          onClose={() => setRequesting(false)}
        />
      )}
      {editedIdea && choices.authors && member && (
        <IdeaForm
          idea={editedIdea === 'new' ? undefined : editedIdea}
          choices={choices}
          member={member.id}
          opener={opener}
          onClose={() => setEditedIdea(undefined)}
        />
      )}
    </>
  );
}

/** Shows a field that limits the list to one author, with a search for authors. */
function AuthorFilter({ authorId }: { authorId: string | undefined }) {
  const changeSearchParams = useChangeSearchParams();
  const { authors: foundAuthors = [], search } = useSearchableActiveAuthors();
  const authors = useAuthorsIncluding(foundAuthors, authorId);
  return (
    <div className={styles.filters}>
      <AuthorSearchField search={search} />
      <Field label={words.author}>
        {(props) => (
          <select
            {...props}
            value={authorId ?? ''}
            onChange={({ target }) => changeSearchParams({ author: target.value })}
          >
            <option value="">{words.everyAuthor}</option>
            {authors.map(({ id, alias }) => (
              <option key={id} value={id}>
                {alias}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

interface IdeaListProps {
  ideas: readonly Idea[];
  onEdit: (idea: Idea) => void;
  more: React.ReactNode;
}

/** Lists ideas, with a bar that requests articles for the chosen ideas. */
function IdeaList({ ideas, onEdit, more }: IdeaListProps) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [thenReview, setThenReview] = useState(true);
  const sendRequest = useSendAiRequest();
  const pending = ideas.filter(({ status }) => status === 'pending');
  const ideaIds = pending.filter(({ id }) => selectedIds.has(id)).map(({ id }) => id);
  const toggle = (id: string) => {
    const next = new Set(selectedIds);
    if (!next.delete(id)) next.add(id);
    setSelectedIds(next);
  };
  const request: NewAiRequest | undefined = ideaIds.length
    ? { type: 'generate_articles', ideaIds, thenReview }
    : undefined;
  const price = useAiRequestPrice(request);
  const areAllSelected = ideaIds.length === pending.length;
  return (
    <>
      {pending.length > 0 && (
        <button
          type="button"
          className={`btn btn-text ${styles.all}`}
          onClick={() => setSelectedIds(new Set(areAllSelected ? [] : pending.map(({ id }) => id)))}
        >
          {areAllSelected ? words.selectNone : words.selectAll}
        </button>
      )}
      <ul className={styles.board}>
        {ideas.map((idea) => (
          <IdeaCard
            key={idea.id}
            idea={idea}
            isChosen={selectedIds.has(idea.id)}
            onChoose={() => toggle(idea.id)}
            onEdit={() => onEdit(idea)}
          />
        ))}
      </ul>
      {more}
      {request && (
        <div className={styles.bar}>
          <p className={styles.price} role="status">
            <b>{words.selected(ideaIds.length)}</b>{' '}
            <span>{`${describeAiRequestPrice(price)}${thenReview && price.kind === 'known' ? words.reviewExtra : ''}`}</span>
          </p>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={thenReview}
              onChange={({ target }) => setThenReview(target.checked)}
            />
            {ideaIds.length > 1 ? words.thenReviewAll : words.thenReview}
          </label>
          <Button
            className="btn btn-red"
            isBusy={sendRequest.isPending}
            disabledReason={explainSendObstacle(price)}
            onClick={() =>
              sendRequest.mutate(request, { onSuccess: () => setSelectedIds(new Set()) })
            }
          >
            {words.generate(ideaIds.length)}
          </Button>
        </div>
      )}
    </>
  );
}
