import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import type { Idea } from '#domain/studio/ideas.ts';
import { getPointLinkWord, getPointSentence } from '#domain/studio/points.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { useRefetchAiQueries } from '../../lib/ai-requests.ts';
import { focusOnMount } from '../../lib/focus.ts';
import { LETTER_SHORTCUTS_BY_SCREEN } from '../../lib/list-shortcuts.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { formatRegion, humanizeChoiceId } from './humanize-choice-id.ts';
import styles from './ideas.module.css';

const words = copy.ideas;

interface IdeaCardProps {
  idea: Idea;
  isChosen: boolean;
  onChoose: () => void;
  onEdit: () => void;
}

/** Shows an idea with its buttons. */
export function IdeaCard({ idea, isChosen, onChoose, onEdit }: IdeaCardProps) {
  const { id, title, thesis, surprise, object, points, mostSimilar, nearest } = idea;
  const { status, level, region, century } = idea;
  const isMarked = useLocation().hash === `#${id}`;
  return (
    <li
      className={styles.card}
      id={id}
      data-marked={isMarked || undefined}
      ref={isMarked ? focusOnMount : undefined}
      data-row=""
      tabIndex={-1}
    >
      <div className={styles.top}>
        {status === 'pending' ? (
          <label className={styles.author}>
            <input
              type="checkbox"
              checked={isChosen}
              onChange={onChoose}
              aria-label={words.choose(title)}
              aria-keyshortcuts={LETTER_SHORTCUTS_BY_SCREEN.ideas.choose.key}
            />
            {idea.authorAlias}
          </label>
        ) : (
          <span className={styles.author}>{idea.authorAlias}</span>
        )}
        <span className={styles.place}>
          {`${getCategory(idea.category).name}, ${getSubcategory(idea.category, idea.subcategory).name}`}
        </span>
      </div>
      <h2>{title}</h2>
      <p>{thesis}</p>
      <FactList layout="stacked">
        <Fact name={words.surprise}>{surprise}</Fact>
        <Fact name={words.object}>{object}</Fact>
      </FactList>
      {points && <IdeaPoints points={points} />}
      <p className={styles.small}>
        <span>{`${humanizeChoiceId(level)}, ${formatRegion(region)}, ${formatCentury(century)}`}</span>
        {mostSimilar && (
          <span>
            {words.likeIn(
              mostSimilar.title,
              mostSimilar.where,
              Math.round(mostSimilar.score * 100),
            )}
          </span>
        )}
      </p>
      {nearest && <p className={styles.small}>{words.nearest(nearest.title, nearest.whatIsNew)}</p>}
      <IdeaActions idea={idea} onEdit={onEdit} />
    </li>
  );
}

/** Shows an idea's points. Each point is preceded by the word that connects it to the previous point. */
function IdeaPoints({ points }: { points: NonNullable<Idea['points']> }) {
  return (
    <details className={styles.argument}>
      <summary>{words.points}</summary>
      <ol>
        {points.map((point) => {
          const link = getPointLinkWord(point);
          return (
            <li key={getPointSentence(point)}>
              {link && <b>{humanizeChoiceId(link)}: </b>}
              <span>{getPointSentence(point)}</span>
            </li>
          );
        })}
      </ol>
    </details>
  );
}

/**
 * Shows links to an idea's article and to the AI request for that article. If the idea is pending, also shows the
 * buttons that edit and delete it.
 */
function IdeaActions({ idea, onEdit }: Pick<IdeaCardProps, 'idea' | 'onEdit'>) {
  const { id, status, articleId, writtenIn } = idea;
  const deleteIdea = useMutation({
    mutationFn: () => studioApi.remove(`/ideas/${id}`),
    onSettled: useRefetchAiQueries(),
  });
  return (
    <div className={styles.actions}>
      {articleId && (
        <Link className="link" to={`/articles/${articleId}`} data-opens="">
          {words.openArticle}
        </Link>
      )}
      {writtenIn && (
        <Link className="link" to={`/requests/${writtenIn}`}>
          {articleId ? words.wroteIt : words.writesIt}
        </Link>
      )}
      {status === 'pending' && (
        <>
          <button
            className="btn btn-text"
            type="button"
            aria-keyshortcuts={LETTER_SHORTCUTS_BY_SCREEN.ideas.change.key}
            data-opens=""
            onClick={onEdit}
          >
            {words.edit}
          </button>
          <Button
            className="btn btn-text"
            type="button"
            isBusy={deleteIdea.isPending}
            onClick={() => deleteIdea.mutate()}
          >
            {words.remove}
          </Button>
        </>
      )}
    </div>
  );
}

function formatCentury(century: number): string {
  const ordinal = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(Math.abs(century));
  const suffix = { one: 'st', two: 'nd', few: 'rd' }[ordinal as 'one'] ?? 'th';
  return `${Math.abs(century)}${suffix} century${century < 0 ? ' BC' : ''}`;
}
