import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AiRequest, AiRequestSubmissionStatus } from '#domain/studio/ai-requests.ts';
import { formatDollars } from '#domain/studio/format-dollars.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import {
  aiWriterStatusQuery,
  describeAiRequestPrice,
  explainSendObstacle,
  toAiRequestPriceState,
  useRefetchAiQueries,
} from '../../lib/ai-requests.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { focusScreenHeading } from '../../lib/focus.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './unknown-outcome-notice.module.css';

const words = copy.unknownOutcome;

type OpenDialog = 'none' | 'sendAgain' | 'giveUp';

interface UnknownOutcomeNoticeProps {
  request: AiRequest;
  outcome: NonNullable<AiRequest['unknownOutcome']>;
}

/** Explains that the AI service may or may not have received a request, and shows what the editor can do next. */
export function UnknownOutcomeNotice({ request, outcome }: UnknownOutcomeNoticeProps) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>('none');
  const refresh = useRefetchAiQueries();
  const check = useMutation({
    mutationFn: () =>
      studioApi.post<{ result: AiRequestSubmissionStatus }>(`/requests/${request.id}/check`),
    async onSuccess({ result }) {
      if (result !== 'received') return;
      showToast({ kind: 'success', text: words.received });
      await refresh();
      focusScreenHeading();
    },
    onError: refresh,
  });
  const checkResult = check.data?.result;
  return (
    <section className={styles.panel} aria-labelledby="unknown-outcome">
      <h2 id="unknown-outcome">{words.title}</h2>
      <p>{words.explanation(formatDateTime(outcome.sentAt))}</p>
      <p>{words.possibleCost(formatDollars(outcome.maxCost))}</p>
      {outcome.cause && <p className={styles.cause}>{words.cause(outcome.cause)}</p>}
      <div className={styles.actions}>
        <Button className="btn btn-red" isBusy={check.isPending} onClick={() => check.mutate()}>
          {words.check}
        </Button>
        <button className="btn btn-line" type="button" onClick={() => setOpenDialog('sendAgain')}>
          {words.sendAgain}
        </button>
        <button className="btn btn-line" type="button" onClick={() => setOpenDialog('giveUp')}>
          {words.giveUp}
        </button>
      </div>
      <p className={styles.result} role="status">
        {check.isPending
          ? words.checking
          : checkResult && checkResult !== 'received'
            ? words[checkResult]
            : ''}
      </p>
      <SendAgainDialog
        request={request}
        outcome={outcome}
        isOpen={openDialog === 'sendAgain'}
        onClose={() => setOpenDialog('none')}
      />
      <GiveUpDialog
        request={request}
        outcome={outcome}
        isOpen={openDialog === 'giveUp'}
        onClose={() => setOpenDialog('none')}
      />
    </section>
  );
}

interface DecisionProps extends UnknownOutcomeNoticeProps {
  isOpen: boolean;
  onClose: () => void;
}

function SendAgainDialog({ request, outcome, isOpen, onClose }: DecisionProps) {
  const navigate = useNavigate();
  const refresh = useRefetchAiQueries();
  const { data: status, error } = useQuery({ ...aiWriterStatusQuery, enabled: isOpen });
  const { maxCost } = outcome;
  const estimate = status && {
    estimatedCost: request.estimatedCost,
    maxCost,
    isWithinBudget: maxCost <= status.budget.left,
  };
  const price = toAiRequestPriceState(estimate, error);
  const sendAgain = useMutation({
    mutationFn: () => studioApi.post<{ request: AiRequest }>(`/requests/${request.id}/send-again`),
    onSuccess: ({ request: { id } }) => navigate(`/requests/${id}`),
    onError: onClose,
    onSettled: refresh,
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      focusesTitle
      title={words.sendAgainTitle}
      note={words.sendAgainWarning(formatDollars(maxCost))}
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={onClose}>
            {copy.common.cancel}
          </button>
          <Button
            className="btn btn-red"
            isBusy={sendAgain.isPending}
            disabledReason={explainSendObstacle(price)}
            onClick={() => sendAgain.mutate()}
          >
            {words.sendAgain}
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

function GiveUpDialog({ request, outcome, isOpen, onClose }: DecisionProps) {
  const refresh = useRefetchAiQueries();
  const giveUp = useMutation({
    mutationFn: () => studioApi.post(`/requests/${request.id}/give-up`),
    async onSettled(_response, error) {
      if (error) onClose();
      await refresh();
      // The focused button is about to disappear together with the notice, so the screen's heading receives focus.
      focusScreenHeading();
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      focusesTitle
      title={words.giveUpTitle}
      note={words.giveUpNote(formatDollars(outcome.maxCost))}
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={onClose}>
            {copy.common.cancel}
          </button>
          <Button className="btn btn-red" isBusy={giveUp.isPending} onClick={() => giveUp.mutate()}>
            {words.giveUp}
          </Button>
        </>
      }
    />
  );
}
