import styles from './skeleton.module.css';

/** Shows placeholders for the totals and the chart while the figures load. */
export function FiguresSkeleton() {
  return (
    <div className={styles.figures} aria-hidden="true">
      <div className={styles.tiles}>
        {TILES.map((tile) => (
          <span key={tile} />
        ))}
      </div>
      <div className={styles.panel}>
        <ChartSkeleton />
      </div>
    </div>
  );
}

/** Shows a placeholder for a chart while its figures or its code load. */
export function ChartSkeleton() {
  return (
    <div className={styles.chart} aria-hidden="true">
      {BARS.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of bars never changes
        <span key={index} style={{ height: `${height}%` }} />
      ))}
    </div>
  );
}

const TILES = Array.from({ length: 8 }, (_, at) => at);
/** Heights of the bars in the placeholder, as percentages of the chart's height. */
const BARS = [38, 52, 45, 61, 70, 48, 40, 56, 66, 74, 58, 50, 63, 80, 69, 55, 60, 72, 78, 64];
