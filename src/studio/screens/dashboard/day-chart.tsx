import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Rectangle,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { DayFigures } from '#domain/studio/figures.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import { copy } from '../../copy.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import type { ChartTopic } from './chart-topics.ts';
import styles from './day-chart.module.css';
import { formatLongUtcDay, formatShortUtcDay } from './format-utc-days.ts';

interface DayChartProps {
  topic: ChartTopic;
  days: readonly DayFigures[];
}

/** Height of the chart in pixels. */
const CHART_HEIGHT = 260;

/**
 * Draws a topic's figures by day. The arrow keys select a day, and screen readers announce the values of the selected
 * day. The figures are also available as a table.
 */
export function DayChart({ topic, days }: DayChartProps) {
  const prefersReducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const name = copy.dashboard.chartLabel(topic.name, days.length);
  const Chart = topic.chartType === 'nested' ? AreaChart : BarChart;
  return (
    <div className={styles.chart}>
      {topic.series.length > 1 && (
        <ul className={styles.legend} aria-label={copy.dashboard.legend}>
          {topic.series.map(({ key, name: seriesName, color }) => (
            <li key={key}>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" rx="2" fill={color} />
              </svg>
              {seriesName}
            </li>
          ))}
        </ul>
      )}
      <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
        <Chart
          data={days as DayFigures[]}
          accessibilityLayer
          aria-label={name}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          barGap={1}
          barCategoryGap={days.length > 40 ? 1 : '18%'}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="day"
            tickFormatter={formatShortUtcDay}
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            minTickGap={28}
            tickMargin={8}
          />
          <YAxis
            allowDecimals={false}
            tickFormatter={formatCompact}
            tickLine={false}
            axisLine={false}
            width={40}
          />
          <Tooltip
            cursor={CURSOR_STYLES[topic.chartType]}
            content={({ active, label }) => (
              <DayValues
                topic={topic}
                day={active ? days.find(({ day }) => day === label) : undefined}
              />
            )}
            isAnimationActive={false}
          />
          {topic.series.map(({ key, name: seriesName, color }, index) =>
            topic.chartType === 'nested' ? (
              <Area
                key={key}
                dataKey={key}
                name={seriesName}
                type="monotone"
                stroke={color}
                strokeWidth={1.5}
                fill={color}
                fillOpacity={0.2}
                dot={false}
                isAnimationActive={!prefersReducedMotion}
                animationDuration={240}
              />
            ) : (
              <Bar
                key={key}
                dataKey={key}
                name={seriesName}
                fill={color}
                shape={renderBar}
                {...(topic.chartType === 'bars' && { stackId: 'all' })}
                radius={
                  topic.chartType === 'beside' || index === topic.series.length - 1
                    ? [2, 2, 0, 0]
                    : 0
                }
                maxBarSize={32}
                isAnimationActive={!prefersReducedMotion}
                animationDuration={240}
              />
            ),
          )}
        </Chart>
      </ResponsiveContainer>
    </div>
  );
}

/** Draws the bar of a day in the chart. Today's bar is paler, because today's figures are incomplete. */
function renderBar(props: BarShapeProps) {
  const { day } = props.payload as DayFigures;
  const isToday = day === toUtcDay(new Date());
  return <Rectangle {...props} fillOpacity={isToday ? 0.5 : 1} />;
}

const CURSOR_STYLES = {
  bars: { fill: 'var(--sunk)' },
  beside: { fill: 'var(--sunk)' },
  nested: { stroke: 'var(--edge)' },
};

/** Shows the values of the selected day next to the chart. */
function DayValues({ topic, day }: { topic: ChartTopic; day: DayFigures | undefined }) {
  // The live region is rendered even if it is empty, because screen readers announce only changes in existing live
  // regions.
  return (
    <div className={day && styles.tooltip} role="status">
      {day && (
        <>
          <p>{formatLongUtcDay(day.day)}</p>
          <dl>
            {topic.series.map(({ key, name }) => (
              <div key={key}>
                <dt>{name}</dt>
                <dd>{day[key].toLocaleString('en-US')}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

const COMPACT_FORMAT = new Intl.NumberFormat('en-US', { notation: 'compact' });
const formatCompact = (value: number) => COMPACT_FORMAT.format(value);
