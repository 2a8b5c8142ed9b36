import { type NarratorsReport, RECORD_AHEAD, type RecordAhead } from '#domain/studio/narrators.ts';
import { copy } from '../../copy.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Panel } from '../../ui/panel.tsx';
import { formatDuration } from './format-duration.ts';
import styles from './narrators.module.css';
import { useChangeSettings } from './use-change-settings.ts';
import { TYPICAL_ARTICLE_SECONDS } from './voices-panel.tsx';

const words = copy.narrators;

/** Bytes of a second of audio, at 48 kbit/s. */
const BYTES_PER_SECOND = 6000;

/** Chooses the articles that are recorded before a listener asks for them, with the cost of each choice. */
export function RecordAheadPanel({ report }: { report: NarratorsReport }) {
  const change = useChangeSettings();
  const chosen = change.isPending ? change.variables.recordAhead : undefined;
  return (
    <Panel title={words.recordAhead} note={words.recordAheadNote}>
      <fieldset className={styles.choices} disabled={change.isPending}>
        <legend className="vh">{words.recordAhead}</legend>
        {RECORD_AHEAD.map((each) => (
          <label key={each} className={styles.choice}>
            <input
              type="radio"
              name="record-ahead"
              checked={(chosen ?? report.recordAhead) === each}
              onChange={() => change.mutate({ version: report.version, recordAhead: each })}
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

function describeCost(choice: RecordAhead, { speed, popular, narrators }: NarratorsReport): string {
  const recorded = narrators.reduce((sum, each) => sum + each.recorded, 0);
  const seconds = narrators.reduce((sum, each) => sum + each.seconds, 0);
  const perArticle = recorded ? seconds / recorded : TYPICAL_ARTICLE_SECONDS;
  const cost = (articles: number) =>
    [
      speed && words.timeCost(formatDuration((articles * perArticle) / speed)),
      words.spaceCost(formatBytes(articles * perArticle * BYTES_PER_SECOND)),
    ]
      .filter(Boolean)
      .join(words.and);
  const { note } = words.recordAheadChoices[choice];
  if (choice === 'off') return note;
  if (choice === 'new') return `${note} ${words.costOfEach(cost(1))}`;
  return `${note} ${popular ? words.costOfPopular(popular, cost(popular)) : words.noPopular}`;
}
