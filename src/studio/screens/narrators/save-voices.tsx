import type { NarratorsReport } from '#domain/studio/narrators.ts';
import { copy } from '../../copy.ts';
import { Button } from '../../ui/button.tsx';
import { describeCosts } from './costs.ts';
import styles from './narrators.module.css';
import { useChangeSettings } from './use-change-settings.ts';
import type { VoiceDraft } from './use-voice-draft.ts';

const words = copy.narrators;

interface SaveVoicesProps {
  report: NarratorsReport;
  draft: VoiceDraft;
}

/** Saves the changed voices, with the costs of making their recordings again. */
export function SaveVoices({ report, draft }: SaveVoicesProps) {
  const change = useChangeSettings();
  const { changed, voices, discard } = draft;
  if (!changed.length) return null;
  const recordings = report.narrators
    .filter(({ narrator }) => changed.includes(narrator))
    .reduce((sum, { recorded, outdated }) => sum + recorded + outdated, 0);
  return (
    <div className={styles.save}>
      <p>
        <b>{words.voicesChanged(changed.length)}</b>
        <span>
          {recordings
            ? words.recordAgain(recordings, describeCosts(report, recordings))
            : words.fromNextRecording}
        </span>
      </p>
      <Button className="btn btn-line" isBusy={change.isPending} onClick={discard}>
        {copy.common.discard}
      </Button>
      <Button
        className="btn btn-red"
        isBusy={change.isPending}
        disabledReason={!voices && words.fixVoices}
        onClick={() =>
          voices && change.mutate({ version: report.version, voices }, { onSuccess: discard })
        }
      >
        {words.saveVoices(changed.length)}
      </Button>
    </div>
  );
}
