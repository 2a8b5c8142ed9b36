import { copy } from '../../copy.ts';
import { sayPrice, usePrice, whyNotSend } from '../../lib/price.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDesk } from './desk.ts';
import { useMoves } from './use-moves.ts';

const words = copy.reviewDialog;

interface ReviewDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Says what a review by the AI costs, before it is asked for. */
export function ReviewDialog({ isOpen, onClose }: ReviewDialogProps) {
  const { id } = useDesk();
  const price = usePrice(isOpen ? { type: 'review_articles', articleIds: [id] } : undefined);
  const moves = useMoves();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isReadFirst
      title={words.title}
      note={words.note}
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={onClose}>
            {copy.common.cancel}
          </button>
          <Button
            className="btn btn-red"
            isBusy={moves.isPending}
            why={whyNotSend(price)}
            onClick={() => moves.mutate({ kind: 'event', event: 'review' }, { onSuccess: onClose })}
          >
            {words.send}
          </Button>
        </>
      }
    >
      <p role="status">
        <b>{sayPrice(price)}</b>
      </p>
    </Dialog>
  );
}
