import { type FormEvent, type RefObject, useState } from 'react';
import { type NewRequest, REQUEST_LIMITS } from '#domain/studio/requests.ts';
import { Dialog } from '#ui/dialog.tsx';
import { copy } from '../../copy.ts';
import { useSendRequest } from '../../lib/ai-requests.ts';
import { describePrice, useRequestPrice, whyCannotSend } from '../../lib/request-price.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextAreaField, toCountChoices } from '../../ui/field.tsx';
import styles from './authors.module.css';

const words = copy.askForPersonas;

interface RequestPersonasDialogProps {
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks the AI to propose personas. */
export function RequestPersonasDialog({ opener, onClose }: RequestPersonasDialogProps) {
  const [count, setCount] = useState(1);
  const [wish, setWish] = useState('');
  const ask = useSendRequest();
  const asked: NewRequest = { type: 'generate_authors', count, ...(wish.trim() && { wish }) };
  // Without the wish, which changes with every key and hardly affects the price.
  const price = useRequestPrice({ type: 'generate_authors', count });

  function submit(event: FormEvent) {
    event.preventDefault();
    ask.mutate(asked, { onSuccess: onClose });
  }

  return (
    <Dialog title={words.title} isOpen onClose={onClose} opener={opener}>
      <form className={styles.form} onSubmit={submit}>
        <SelectField
          label={words.count}
          choices={toCountChoices(REQUEST_LIMITS.authors)}
          value={count}
          onChange={({ target }) => setCount(Number(target.value))}
        />
        <TextAreaField
          label={words.wish}
          hint={words.wishHint}
          rows={3}
          maxLength={REQUEST_LIMITS.wish}
          value={wish}
          onChange={({ target }) => setWish(target.value)}
        />
        <p className={styles.price} role="status">
          <span>{describePrice(price)}</span>
        </p>
        <Button
          className="btn btn-red btn-l"
          type="submit"
          isBusy={ask.isPending}
          disabledReason={whyCannotSend(price)}
        >
          {count === 1 ? words.sendOne : words.send}
        </Button>
      </form>
    </Dialog>
  );
}
