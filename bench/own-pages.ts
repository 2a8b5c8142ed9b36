import { dataSetColumns, type MeasurementResult } from './findings.ts';
import { chooseReaderWithBookmarks, getSessionToken } from './readers.ts';
import { formatDigits, type Table } from './report.ts';
import { type Latency, measureLatency, serverTimingRows } from './request-latency.ts';
import type { BenchmarkProcesses } from './rig.ts';

const PAGES = ['/', '/profile'];
const AS = [
  { name: 'document', prefix: '' },
  { name: 'payload', prefix: '/page-payload' },
];

/** Measures personal pages, which are never cached, both as documents and as payloads. */
export async function measureOwnPages(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const kinds = PAGES.flatMap((page) =>
    AS.map(({ name, prefix }) => ({ name: `${page}, ${name}`, path: prefix + page })),
  );
  const asked = kinds.flatMap(({ path }) =>
    rig.shelves.map(({ origin, size }) => ({
      url: origin + path,
      headers: { cookie: `session=${getSessionToken(chooseReaderWithBookmarks(size))}` },
    })),
  );
  const paces = await measureLatency(rig, asked, rig.effort.turns);
  const rows = kinds.flatMap(({ name }, kind) =>
    rowsOf(name, paces.slice(kind * rig.shelves.length, (kind + 1) * rig.shelves.length)),
  );
  return {
    tables: [{ title: 'A reader’s own pages, milliseconds', columns: dataSetColumns(rig), rows }],
    limits: [],
  };
}

function rowsOf(name: string, paces: readonly Latency[]): Table['rows'] {
  const inAll = { name, cells: paces.map(({ milliseconds }) => formatDigits(milliseconds)) };
  return [inAll, ...serverTimingRows(paces)];
}
