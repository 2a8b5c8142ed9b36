import { type CSSProperties, lazy, Suspense, useState } from 'react';
import type { DailyFiguresReport, FigureRange } from '#domain/studio/figures.ts';
import { copy } from '../../copy.ts';
import { ChartPanel } from './chart-panel.tsx';
import {
  CHART_TOPICS,
  type ChartTopic,
  formatPercentageChange,
  sumChartTopic,
} from './chart-topics.ts';
import styles from './dashboard.module.css';
import { formatLongUtcDay } from './format-utc-days.ts';
import { type FigureScope, figuresCsvPath, includesAllArticles } from './queries.ts';
import { ChartSkeleton } from './skeleton.tsx';

const words = copy.dashboard;

/**
 * The chart is loaded as a separate chunk, because its library is large (388 KB). The figures are
 * shown while the chart is loading.
 */
const DayChart = lazy(() =>
  import('./day-chart.tsx').then((module) => ({ default: module.DayChart })),
);

interface FiguresByDayProps {
  figures: DailyFiguresReport;
  range: FigureRange;
  scope: FigureScope;
}

/** Shows the total of each topic and the daily figures of the selected topic. */
export function FiguresByDay({ figures, range, scope }: FiguresByDayProps) {
  const [selectedId, setSelectedId] = useState(CHART_TOPICS[0]!.id);
  const topics = CHART_TOPICS.filter(
    ({ isOverallOnly, hasNoArticleFigures }) =>
      (includesAllArticles(scope) || !isOverallOnly) && !(scope.article && hasNoArticleFigures),
  );
  const topic = topics.find(({ id }) => id === selectedId) ?? topics[0]!;
  return (
    <section className={styles.byDay} aria-label={words.byDayLabel}>
      <fieldset
        className={styles.tiles}
        style={{ '--columns': topics.length % 3 ? 4 : 3 } as CSSProperties}
      >
        <legend className="vh">{words.topics}</legend>
        {topics.map((each) => (
          <TopicTile
            key={each.id}
            topic={each}
            figures={figures}
            range={range}
            isSelected={each === topic}
            onSelect={() => setSelectedId(each.id)}
          />
        ))}
      </fieldset>
      <div className={styles.drawn}>
        <ChartPanel
          title={words.byDay(topic.name)}
          note={topic.meaning}
          csvUrl={figuresCsvPath('days', { range, ...scope })}
          table={<DayTable topic={topic} figures={figures} />}
        >
          <Suspense fallback={<ChartSkeleton />}>
            <DayChart topic={topic} days={figures.days} />
          </Suspense>
        </ChartPanel>
      </div>
    </section>
  );
}

interface TopicTileProps {
  topic: ChartTopic;
  figures: DailyFiguresReport;
  range: FigureRange;
  isSelected: boolean;
  onSelect: () => void;
}

function TopicTile({
  topic,
  figures: { days, before },
  range,
  isSelected,
  onSelect,
}: TopicTileProps) {
  const total = sumChartTopic(topic, days);
  const change = formatPercentageChange(total, sumChartTopic(topic, [before]));
  return (
    <label className={styles.tile}>
      <input type="radio" name="topic" className="vh" checked={isSelected} onChange={onSelect} />
      <span className={styles.name}>{topic.name}</span>
      <b>{total.toLocaleString('en-US')}</b>
      <span className={styles.change}>
        <span>{change ?? (total ? words.noneBefore : words.noneYet)}</span>
        <span className="vh">{words.comparedWith(range)}</span>
      </span>
    </label>
  );
}

function DayTable({
  topic,
  figures: { days },
}: {
  topic: ChartTopic;
  figures: DailyFiguresReport;
}) {
  return (
    <table className={styles.table}>
      <caption className="vh">{words.byDay(topic.name)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          {topic.series.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">{formatLongUtcDay(day.day)}</th>
            {topic.series.map(({ key }) => (
              <td key={key}>{day[key].toLocaleString('en-US')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
