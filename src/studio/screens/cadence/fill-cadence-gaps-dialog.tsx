import { useQuery } from '@tanstack/react-query';
import type { GapFillEstimate } from '#domain/studio/cadence.ts';
import { copy } from '../../copy.ts';
import {
  aiWriterStatusQuery,
  describeAiRequestPrice,
  explainSendObstacle,
  toAiRequestPriceState,
} from '../../lib/ai-requests.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './cadence.module.css';

const words = copy.cadence;

interface FillCadenceGapsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  isBusy: boolean;
  onFill: () => void;
}

/**
 * Shows a dialog that asks for confirmation before requesting articles and ideas for authors who have not reached the
 * weekly goal. The dialog shows the price of the AI requests.
 */
export function FillCadenceGapsDialog({
  isOpen,
  onClose,
  isBusy,
  onFill,
}: FillCadenceGapsDialogProps) {
  const { data, error } = useQuery({
    queryKey: ['cadence', 'fill'],
    queryFn: ({ signal }) => studioApi.get<GapFillEstimate>('/cadence/fill', {}, signal),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const draftsBy = useQuery(aiWriterStatusQuery).data?.draftsBy;
  const authorsWithoutDrafts = data?.ideasBy.filter(
    (alias) => draftsBy?.includes(alias.toLowerCase()) === false,
  );
  const price = toAiRequestPriceState(data, error);
  const isEmpty = data && !data.articles && !data.ideas;
  // The request can be sent even if the budget is too small. In that case, the server requests as many items as the
  // budget covers.
  const isOverBudget = price.kind === 'known' && !price.estimate.isWithinBudget;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      focusesTitle
      title={words.confirmTitle}
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={onClose}>
            {copy.common.cancel}
          </button>
          <Button
            className="btn btn-red"
            isBusy={isBusy}
            disabledReason={
              isEmpty ? words.nothing : isOverBudget ? undefined : explainSendObstacle(price)
            }
            onClick={onFill}
          >
            {words.send}
          </Button>
        </>
      }
    >
      <div className={styles.fill}>
        {data && data.articles > 0 && <p>{words.articles(data.articles)}</p>}
        {data && data.ideas > 0 && <p>{words.ideas(data.ideas, data.ideasBy.length)}</p>}
        {isEmpty && <p>{words.nothing}</p>}
        {data && data.articles > 0 && <p>{words.reviewAfter}</p>}
        {authorsWithoutDrafts && authorsWithoutDrafts.length > 0 && (
          <p>
            {copy.askForIdeas.demoMisses(
              NAME_LIST.format(authorsWithoutDrafts),
              authorsWithoutDrafts.length === 1,
            )}
          </p>
        )}
        {data?.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {!isEmpty && (
          <p role="status">
            <b>{describeAiRequestPrice(price)}</b>
          </p>
        )}
        {isOverBudget && <p>{words.partly}</p>}
      </div>
    </Dialog>
  );
}

const NAME_LIST = new Intl.ListFormat('en-US');
