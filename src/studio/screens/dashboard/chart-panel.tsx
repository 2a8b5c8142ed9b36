import { type ReactNode, useId, useState } from 'react';
import { copy } from '../../copy.ts';
import { Icon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import styles from './dashboard.module.css';

const words = copy.dashboard;

interface ChartPanelProps {
  title: string;
  note?: ReactNode;
  /** URL of the CSV file with the chart's figures. */
  csvUrl: string;
  table: ReactNode;
  /** The chart. Editors can switch from the chart to `table`. */
  children: ReactNode;
}

/** Shows a panel with a chart. Editors can switch to a table or download the figures. */
export function ChartPanel({ title, note, csvUrl, table, children }: ChartPanelProps) {
  const [showsTable, setShowsTable] = useState(false);
  const id = useId();
  return (
    <Panel
      title={title}
      note={note}
      action={
        <div className={styles.actions}>
          <button
            className={`btn btn-text ${styles.action}`}
            type="button"
            aria-controls={id}
            onClick={() => setShowsTable(!showsTable)}
          >
            {showsTable ? words.chart : words.table}
          </button>
          <CsvLink href={csvUrl} subject={title} />
        </div>
      }
    >
      <div id={id}>
        {showsTable ? <ScrollRegion label={words.tableOf(title)}>{table}</ScrollRegion> : children}
      </div>
    </Panel>
  );
}

/** Shows a link that downloads figures as a CSV file. */
export function CsvLink({ href, subject }: { href: string; subject: string }) {
  return (
    <a className={`btn btn-text ${styles.action}`} href={href} download>
      <Icon name="download" />
      CSV<span className="vh">{words.csvOf(subject)}</span>
    </a>
  );
}
