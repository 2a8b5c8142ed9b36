import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { IDEA_STATES, type IdeaStatus } from '#domain/statuses/machines.ts';
import type { Idea } from '#domain/studio/ideas.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { authorsQuery } from '../../lib/authors-query.ts';
import { useAsked } from '../../lib/deeds.ts';
import { useMember } from '../../lib/member.ts';
import { studio } from '../../lib/queries.ts';
import { useAsk, useFollowed } from '../../lib/writing.ts';
import { ChoiceTabs, useChoice } from '../../ui/choice-tabs.tsx';
import { Field } from '../../ui/field.tsx';
import { ShowMore } from '../../ui/paged-list.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { WritingLine } from '../../ui/writing-line.tsx';
import { AskForIdeas } from './ask-for-ideas.tsx';
import { IdeaCard } from './idea-card.tsx';
import { IdeaForm } from './idea-form.tsx';
import styles from './ideas.module.css';
import { useSought } from './use-sought.ts';

interface IdeaPage {
  ideas: Idea[];
  nextToken: string | null;
}

const TABS = (['pending', 'generating', 'generated'] as const).map((id) => ({
  id,
  label: IDEA_STATES.states[id].label,
}));

/** What the authors could write about, and what of it is being written. */
export function Ideas() {
  const status = useChoice<IdeaStatus>('status', TABS);
  const [search, setSearch] = useSearchParams();
  const authorId = search.get('author') ?? undefined;
  useFollowed('ideas', 'writing');
  const query = useInfiniteQuery({
    queryKey: ['ideas', status, authorId],
    queryFn: ({ pageParam, signal }) =>
      studio.get<IdeaPage>('/ideas', { status, authorId, nextToken: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }) => nextToken,
  });
  const authors = useQuery(authorsQuery).data?.authors.filter((each) => each.status === 'active');
  const [isAsking, setAsking] = useState(false);
  const [edited, setEdited] = useState<Idea | 'new'>();
  const member = useMember();
  useAsked(
    'ask',
    useCallback(() => setAsking(true), []),
  );
  useAsked(
    'write',
    useCallback(() => setEdited('new'), []),
  );
  const opener = useRef<HTMLButtonElement>(null);
  const ideas = query.data?.pages.flatMap((page) => page.ideas);
  const sought = useSought(query, ideas);
  return (
    <>
      <ScreenHead
        title="Ideas"
        actions={
          <>
            <button className="btn btn-line" type="button" onClick={() => setEdited('new')}>
              Write one
            </button>
            <button
              className="btn btn-red"
              type="button"
              ref={opener}
              onClick={() => setAsking(true)}
            >
              Ask for ideas
            </button>
          </>
        }
      >
        One sentence each, judged before anything is written.
      </ScreenHead>
      <WritingLine />
      <ChoiceTabs label="Status" name="status" choices={TABS} />
      <div className={styles.filters}>
        <Field label="Author">
          {(props) => (
            <select
              {...props}
              value={authorId ?? ''}
              onChange={({ target }) => {
                const next = new URLSearchParams(search);
                if (target.value) next.set('author', target.value);
                else next.delete('author');
                setSearch(next);
              }}
            >
              <option value="">Everybody</option>
              {authors?.map(({ id, alias }) => (
                <option key={id} value={id}>
                  {alias}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {sought === 'gone' && (
        <p className={styles.gone} role="status">
          The idea you came for is not there any more.
        </p>
      )}
      <Waiting query={{ ...query, data: sought === 'looked for' ? undefined : ideas }}>
        {(list) =>
          list.length ? (
            <Board
              key={status}
              ideas={list}
              onEdit={setEdited}
              more={<ShowMore query={query}>Show more</ShowMore>}
            />
          ) : (
            <EmptyState drawing="shelf" title={EMPTY[status].title}>
              {EMPTY[status].words}
            </EmptyState>
          )
        }
      </Waiting>
      {isAsking && authors && (
        <AskForIdeas authors={authors} opener={opener} onClose={() => setAsking(false)} />
      )}
      {edited && authors && member && (
        <IdeaForm
          idea={edited === 'new' ? undefined : edited}
          authors={authors}
          member={member.id}
          opener={opener}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

const EMPTY: Readonly<Record<IdeaStatus, { title: string; words: string }>> = {
  pending: {
    title: 'No idea waits',
    words: 'Ask for some, or write one yourself.',
  },
  generating: { title: 'Nothing is being written', words: 'Choose ideas and have them written.' },
  generated: {
    title: 'Nothing was written yet',
    words: 'Ideas stand here once their article is there.',
  },
};

interface BoardProps {
  ideas: readonly Idea[];
  onEdit: (idea: Idea) => void;
  more: React.ReactNode;
}

function Board({ ideas, onEdit, more }: BoardProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [thenReview, setThenReview] = useState(true);
  const ask = useAsk();
  const pending = ideas.filter(({ status }) => status === 'pending');
  const wanted = pending.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <>
      <ul className={styles.board}>
        {ideas.map((idea) => (
          <IdeaCard
            key={idea.id}
            idea={idea}
            isChosen={chosen.has(idea.id)}
            onChoose={() => toggle(idea.id)}
            onEdit={() => onEdit(idea)}
          />
        ))}
      </ul>
      {more}
      {pending.length > 0 && (
        <div className={styles.bar}>
          <button
            type="button"
            className="btn btn-text"
            onClick={() =>
              setChosen(
                new Set(wanted.length === pending.length ? [] : pending.map(({ id }) => id)),
              )
            }
          >
            {wanted.length === pending.length ? 'Choose none' : 'Choose all'}
          </button>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={thenReview}
              onChange={({ target }) => setThenReview(target.checked)}
            />
            Then have them reviewed
          </label>
          <button
            type="button"
            className="btn btn-red"
            disabled={!wanted.length || ask.isPending}
            onClick={() =>
              ask.mutate(
                { type: 'generate_articles', ideaIds: wanted, thenReview },
                { onSuccess: () => setChosen(new Set()) },
              )
            }
          >
            {wanted.length > 1 ? `Have ${wanted.length} written` : 'Have it written'}
          </button>
        </div>
      )}
    </>
  );
}
