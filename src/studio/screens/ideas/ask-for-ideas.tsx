import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { type Estimate, type NewRequest, REQUEST_LIMITS } from '#domain/studio/requests.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { studio } from '../../lib/queries.ts';
import { dollars, useAsk } from '../../lib/writing.ts';
import { Field, TextField } from '../../ui/field.tsx';
import styles from './ideas.module.css';

interface AskForIdeasProps {
  authors: readonly StudioAuthor[];
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks the AI for ideas of some authors. */
export function AskForIdeas({ authors, opener, onClose }: AskForIdeasProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [count, setCount] = useState(2);
  const [wish, setWish] = useState('');
  const ask = useAsk();
  const asked: NewRequest = {
    type: 'generate_article_ideas',
    authors: [...chosen].map((authorId) => ({ authorId, count })),
    ...(wish.trim() && { wish }),
  };
  const { data: estimate } = useQuery({
    queryKey: ['estimate', asked.authors.length, count],
    queryFn: () => studio.post<Estimate>('/requests/estimate', asked),
    enabled: chosen.size > 0,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    ask.mutate(asked, { onSuccess: onClose });
  }

  return (
    <Dialog title="Ask for ideas" isOpen onClose={onClose} opener={opener}>
      <form className={styles.form} onSubmit={submit}>
        <fieldset className={styles.choices}>
          <legend>Whose</legend>
          {authors.map(({ id, alias }) => (
            <label key={id} className={styles.check}>
              <input
                type="checkbox"
                checked={chosen.has(id)}
                disabled={!chosen.has(id) && chosen.size >= REQUEST_LIMITS.authorsWithIdeas}
                onChange={() => {
                  const next = new Set(chosen);
                  if (!next.delete(id)) next.add(id);
                  setChosen(next);
                }}
              />
              {alias}
            </label>
          ))}
        </fieldset>
        <Field label="How many of each">
          {(props) => (
            <select
              {...props}
              value={count}
              onChange={({ target }) => setCount(Number(target.value))}
            >
              {Array.from({ length: REQUEST_LIMITS.ideasOfAuthor }, (_, at) => at + 1).map(
                (each) => (
                  <option key={each}>{each}</option>
                ),
              )}
            </select>
          )}
        </Field>
        <TextField
          label="What you have in mind"
          hint="If anything: a region, a time, a kind of object."
          maxLength={REQUEST_LIMITS.wish}
          value={wish}
          onChange={({ target }) => setWish(target.value)}
        />
        {estimate && (
          <p className={styles.small}>
            {estimate.isWithinBudget
              ? `It will cost about ${dollars(estimate.estimatedCost)}, and ${dollars(estimate.maxCost)} at most.`
              : `It may cost up to ${dollars(estimate.maxCost)}, more than is left of this month’s budget.`}
          </p>
        )}
        <button
          className="btn btn-red btn-l"
          type="submit"
          disabled={!chosen.size || ask.isPending || estimate?.isWithinBudget === false}
        >
          Ask
        </button>
      </form>
    </Dialog>
  );
}
