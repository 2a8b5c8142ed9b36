import type { NarratorsReport } from '#domain/studio/narrators.ts';
import { copy } from '../../copy.ts';
import { Button } from '../../ui/button.tsx';
import styles from './narrators.module.css';
import { describeRecordingCosts } from './recording-costs.ts';
import { useChangeNarrationSettings } from './use-change-narration-settings.ts';
import type { NarratorVoicesEdit } from './use-narrator-voices-edit.ts';

const words = copy.narrators;

interface SaveVoicesBarProps {
  report: NarratorsReport;
  draft: NarratorVoicesEdit;
}

/** Shows a button that saves the changed voices, and the cost of recording articles again with the new voices. */
export function SaveVoicesBar({ report, draft }: SaveVoicesBarProps) {
  const { changed, voices, discard, removeSaved } = draft;
  const changeSettings = useChangeNarrationSettings((saved) => removeSaved(saved.voices ?? {}));
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
            ? words.recordAgain(recordings, describeRecordingCosts(report, recordings))
            : words.fromNextRecording}
        </span>
      </p>
      <Button className="btn btn-line" isBusy={changeSettings.isPending} onClick={discard}>
        {copy.common.discard}
      </Button>
      <Button
        className="btn btn-red"
        isBusy={changeSettings.isPending}
        disabledReason={!voices && words.fixVoices}
        onClick={() => voices && changeSettings.mutate({ version: report.version, voices })}
      >
        {words.saveVoices(changed.length)}
      </Button>
    </div>
  );
}
