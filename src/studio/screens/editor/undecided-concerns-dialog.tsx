import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import {
  formatConcernCount,
  useReviewWithUndecidedConcerns,
} from './review-with-undecided-concerns.ts';
import { useRunArticleAction } from './use-run-article-action.ts';

const words = copy.editor;

interface UndecidedConcernsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Shows a dialog that asks for confirmation before an article moves to human review with undecided concerns from its AI
 * review.
 */
export function UndecidedConcernsDialog({ isOpen, onClose }: UndecidedConcernsDialogProps) {
  const review = useReviewWithUndecidedConcerns();
  const runAction = useRunArticleAction();
  if (!review) return null;
  const acceptAnyway = () =>
    runAction.mutate(
      { kind: 'event', event: 'accept', ignoreConcerns: true },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      focusesTitle
      title={words.concernsTitle}
      note={words.concernsNote(formatConcernCount(review.concerns))}
      actions={
        <>
          <Link className="btn btn-line" to={`/reviews/${review.id}`}>
            {words.resolveConcerns}
          </Link>
          <Button
            className="btn btn-red"
            type="button"
            isBusy={runAction.isPending}
            onClick={acceptAnyway}
          >
            {words.ignoreConcerns}
          </Button>
        </>
      }
    />
  );
}
