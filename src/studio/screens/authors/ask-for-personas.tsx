import { type FormEvent, type RefObject, useState } from 'react';
import { REQUEST_LIMITS } from '#domain/studio/requests.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useAsk } from '../../lib/writing.ts';
import { Field } from '../../ui/field.tsx';
import styles from './authors.module.css';

interface AskForPersonasProps {
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks the AI to propose personas. */
export function AskForPersonas({ opener, onClose }: AskForPersonasProps) {
  const [count, setCount] = useState(1);
  const [wish, setWish] = useState('');
  const ask = useAsk();

  function submit(event: FormEvent) {
    event.preventDefault();
    ask.mutate(
      { type: 'generate_authors', count, ...(wish.trim() && { wish }) },
      { onSuccess: onClose },
    );
  }

  return (
    <Dialog title="Ask for a persona" isOpen onClose={onClose} opener={opener}>
      <form className={styles.form} onSubmit={submit}>
        <Field label="How many">
          {(props) => (
            <select
              {...props}
              value={count}
              onChange={({ target }) => setCount(Number(target.value))}
            >
              {Array.from({ length: REQUEST_LIMITS.authors }, (_, at) => at + 1).map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="What you have in mind" hint="A subject, a kind of evidence, a temperament.">
          {(props) => (
            <textarea
              {...props}
              rows={3}
              maxLength={REQUEST_LIMITS.wish}
              value={wish}
              onChange={({ target }) => setWish(target.value)}
            />
          )}
        </Field>
        <button className="btn btn-red btn-l" type="submit" disabled={ask.isPending}>
          Ask
        </button>
      </form>
    </Dialog>
  );
}
