import type { BenchmarkProcesses } from './benchmark-processes.ts';
import { createDataSetColumnTitles, type MeasurementResult } from './measurement-result.ts';
import { chooseReaderNumberWithBookmarks, getSessionToken } from './readers.ts';
import { formatThreeDigits, type ReportTable } from './report.ts';
import { buildServerTimingRows, type MedianLatency, measureLatency } from './request-latency.ts';

const PAGES = ['/', '/profile'];
const AS = [
  { name: 'document', prefix: '' },
  { name: 'payload', prefix: '/page-payload' },
];

/** Measures personal pages, which are never cached, both as documents and as payloads. */
export async function measurePersonalPages(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const kinds = PAGES.flatMap((page) =>
    AS.map(({ name, prefix }) => ({ name: `${page}, ${name}`, path: prefix + page })),
  );
  const asked = kinds.flatMap(({ path }) =>
    rig.dataSetServers.map(({ origin, size }) => ({
      url: origin + path,
      headers: { cookie: `session=${getSessionToken(chooseReaderNumberWithBookmarks(size))}` },
    })),
  );
  const paces = await measureLatency(rig, asked, rig.effort.turns);
  const rows = kinds.flatMap(({ name }, kind) =>
    rowsOf(
      name,
      paces.slice(kind * rig.dataSetServers.length, (kind + 1) * rig.dataSetServers.length),
    ),
  );
  return {
    tables: [
      {
        title: 'A reader’s own pages, milliseconds',
        columns: createDataSetColumnTitles(rig),
        rows,
      },
    ],
    limits: [],
  };
}

function rowsOf(name: string, paces: readonly MedianLatency[]): ReportTable['rows'] {
  const inAll = { name, cells: paces.map(({ milliseconds }) => formatThreeDigits(milliseconds)) };
  return [inAll, ...buildServerTimingRows(paces)];
}
