import { copy } from '../../copy.ts';
import {
  describeAiRequestPrice,
  explainSendObstacle,
  useAiRequestPrice,
} from '../../lib/ai-requests.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useArticleEditor } from './article-editor.ts';
import { useRunArticleAction } from './use-run-article-action.ts';

const words = copy.reviewDialog;

interface RequestReviewDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a dialog with the price of an AI review, and a button that requests the review. */
export function RequestAiReviewDialog({ isOpen, onClose }: RequestReviewDialogProps) {
  const { id } = useArticleEditor();
  const price = useAiRequestPrice(
    isOpen ? { type: 'review_articles', articleIds: [id] } : undefined,
  );
  const runAction = useRunArticleAction();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      focusesTitle
      title={words.title}
      note={words.note}
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={onClose}>
            {copy.common.cancel}
          </button>
          <Button
            className="btn btn-red"
            isBusy={runAction.isPending}
            disabledReason={explainSendObstacle(price)}
            onClick={() =>
              runAction.mutate({ kind: 'event', event: 'review' }, { onSuccess: onClose })
            }
          >
            {words.send}
          </Button>
        </>
      }
    >
      <p role="status">
        <b>{describeAiRequestPrice(price)}</b>
      </p>
    </Dialog>
  );
}
