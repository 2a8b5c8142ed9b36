import type { RefObject } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { AI_REQUEST_SIZE_LIMITS } from '#domain/studio/ai-requests.ts';
import { Dialog } from '#ui/dialog.tsx';
import { copy } from '../../copy.ts';
import {
  describeAiRequestPrice,
  explainSendObstacle,
  useAiRequestPrice,
  useSendAiRequest,
} from '../../lib/ai-requests.ts';
import { Button } from '../../ui/button.tsx';
import { createNumberChoices, SelectField, TextAreaField } from '../../ui/field.tsx';
import styles from './authors.module.css';

const words = copy.askForPersonas;

interface RequestPersonasDialogProps {
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Shows a dialog that asks the AI to propose new personas. */
export function RequestPersonasDialog({ opener, onClose }: RequestPersonasDialogProps) {
  const { register, handleSubmit, control } = useForm({ defaultValues: { count: 1, wish: '' } });
  const count = useWatch({ control, name: 'count' });
  const sendRequest = useSendAiRequest();
  // The price is estimated without the editor's `wish`, which hardly affects the price.
  const price = useAiRequestPrice({ type: 'generate_authors', count });
  const submit = handleSubmit(({ wish, ...request }) =>
    sendRequest.mutate(
      { type: 'generate_authors', ...request, ...(wish.trim() && { wish }) },
      { onSuccess: onClose },
    ),
  );

  return (
    <Dialog title={words.title} isOpen onClose={onClose} opener={opener}>
      <form className={styles.form} onSubmit={submit}>
        <SelectField
          label={words.count}
          choices={createNumberChoices(AI_REQUEST_SIZE_LIMITS.authors)}
          {...register('count', { valueAsNumber: true })}
        />
        <TextAreaField
          label={words.wish}
          hint={words.wishHint}
          rows={3}
          maxLength={AI_REQUEST_SIZE_LIMITS.wish}
          {...register('wish')}
        />
        <p className={styles.price} role="status">
          <span>{describeAiRequestPrice(price)}</span>
        </p>
        <Button
          className="btn btn-red btn-l"
          type="submit"
          isBusy={sendRequest.isPending}
          disabledReason={explainSendObstacle(price)}
        >
          {count === 1 ? words.sendOne : words.send}
        </Button>
      </form>
    </Dialog>
  );
}
