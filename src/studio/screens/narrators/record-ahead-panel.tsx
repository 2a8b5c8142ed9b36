import {
  type NarratorsReport,
  RECORD_AHEAD_OPTIONS,
  type RecordAheadOption,
} from '#domain/studio/narrators.ts';
import { copy } from '../../copy.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './narrators.module.css';
import { describeRecordingCosts } from './recording-costs.ts';
import { useChangeNarrationSettings } from './use-change-narration-settings.ts';

const words = copy.narrators;

/**
 * Lets the editor choose which articles are recorded before a listener requests them. Shows what each option costs in
 * time, disk space and speech service charges.
 */
export function RecordAheadPanel({ report }: { report: NarratorsReport }) {
  const changeSettings = useChangeNarrationSettings();
  const pendingOption = changeSettings.isPending ? changeSettings.variables.recordAhead : undefined;
  return (
    <Panel title={words.recordAhead} note={words.recordAheadNote}>
      <fieldset className={styles.choices} disabled={changeSettings.isPending}>
        <legend className="vh">{words.recordAhead}</legend>
        {RECORD_AHEAD_OPTIONS.map((each) => (
          <label key={each} className={styles.choice}>
            <input
              type="radio"
              name="record-ahead"
              checked={(pendingOption ?? report.recordAhead) === each}
              onChange={() => changeSettings.mutate({ version: report.version, recordAhead: each })}
            />
            <span>
              <span className={styles.choiceName}>{words.recordAheadChoices[each].name}</span>
              <span className={styles.quiet}>{describeCost(each, report)}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}

function describeCost(choice: RecordAheadOption, report: NarratorsReport): string {
  const { popular } = report;
  const { note } = words.recordAheadChoices[choice];
  if (choice === 'off') return note;
  if (choice === 'new') return `${note} ${words.costOfEach(describeRecordingCosts(report, 1))}`;
  return `${note} ${popular ? words.costOfPopular(popular, describeRecordingCosts(report, popular)) : words.noPopular}`;
}
