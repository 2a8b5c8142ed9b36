import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { categoryOf, subcategoryOf } from '#domain/categories.ts';
import { IDEA_STATES, type IdeaStatus } from '#domain/statuses/machines.ts';
import type { Idea } from '#domain/studio/ideas.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { authorsQuery } from '../../lib/authors-query.ts';
import { useAsked } from '../../lib/deeds.ts';
import { studio } from '../../lib/queries.ts';
import { useAsk, useFollowed, useRefreshWriting } from '../../lib/writing.ts';
import { ChoiceTabs, useChoice } from '../../ui/choice-tabs.tsx';
import { Field } from '../../ui/field.tsx';
import { ShowMore } from '../../ui/paged-list.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { WritingLine } from '../../ui/writing-line.tsx';
import { AskForIdeas } from './ask-for-ideas.tsx';
import { type Begun, IdeaForm } from './idea-form.tsx';
import styles from './ideas.module.css';
import { choiceName, regionName } from './words.ts';

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
  const begun = useRef<Begun>(undefined);
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
      <Waiting query={{ ...query, data: ideas }}>
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
      {edited && authors && (
        <IdeaForm
          idea={edited === 'new' ? undefined : edited}
          begun={begun}
          authors={authors}
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
          <Card
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

interface CardProps {
  idea: Idea;
  isChosen: boolean;
  onChoose: () => void;
  onEdit: () => void;
}

function Card({ idea, isChosen, onChoose, onEdit }: CardProps) {
  const { id, title, thesis, surprise, object, authorAlias, status, twin, articleId } = idea;
  const { category, subcategory, level, region, century } = idea;
  const isMarked = useLocation().hash === `#${id}`;
  const refresh = useRefreshWriting();
  const remove = useMutation({
    mutationFn: () => studio.remove(`/ideas/${id}`),
    onSettled: refresh,
  });
  return (
    <li className={styles.card} id={id} data-marked={isMarked || undefined}>
      <div className={styles.top}>
        {status === 'pending' ? (
          <label className={styles.author}>
            <input
              type="checkbox"
              checked={isChosen}
              onChange={onChoose}
              aria-label={`Choose “${title}”`}
            />
            {authorAlias}
          </label>
        ) : (
          <span className={styles.author}>{authorAlias}</span>
        )}
        <span className={styles.place}>
          {categoryOf(category).name}, {subcategoryOf(category, subcategory).name}
        </span>
      </div>
      <h2>{title}</h2>
      <p>{thesis}</p>
      <dl className={styles.facts}>
        <div>
          <dt>Surprise</dt>
          <dd>{surprise}</dd>
        </div>
        <div>
          <dt>Object</dt>
          <dd>{object}</dd>
        </div>
      </dl>
      <p className={styles.small}>
        {choiceName(level)}, {regionName(region)}, {centuryOf(century)}
        {twin && (
          <>
            . Most like “{twin.title}” ({twin.where}), {Math.round(twin.score * 100)} %
          </>
        )}
      </p>
      <div className={styles.actions}>
        {articleId && (
          <Link className="link" to={`/articles/${articleId}`}>
            Open the article
          </Link>
        )}
        {status === 'pending' && (
          <>
            <button className="btn btn-text" type="button" onClick={onEdit}>
              Change
            </button>
            <button
              className="btn btn-text"
              type="button"
              disabled={remove.isPending}
              onClick={() => remove.mutate()}
            >
              Remove
            </button>
          </>
        )}
      </div>
    </li>
  );
}

function centuryOf(century: number): string {
  const ordinal = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(Math.abs(century));
  const suffix = { one: 'st', two: 'nd', few: 'rd' }[ordinal as 'one'] ?? 'th';
  return `${Math.abs(century)}${suffix} century${century < 0 ? ' BC' : ''}`;
}
