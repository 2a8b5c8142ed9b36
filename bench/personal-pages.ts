import type { BenchmarkProcesses } from './benchmark-processes.ts';
import { createDataSetColumnTitles, type MeasurementResult } from './measurement-result.ts';
import { chooseReaderNumberWithBookmarks, getSessionToken } from './readers.ts';
import { formatThreeSignificantDigits, type ReportTable } from './report.ts';
import { buildServerTimingRows, type MedianLatency, measureLatency } from './request-latency.ts';

const PAGES = ['/', '/profile'];
const FORMATS = [
  { name: 'document', prefix: '' },
  { name: 'payload', prefix: '/page-payload' },
];

const HOME_PAYLOAD_PATH = '/page-payload/';
const FEED_PATH = '/api/v1/feed';

/**
 * Measures the response times of personal pages, which are never cached, as HTML documents and as JSON payloads. The
 * home page shows the reader's feed and several other lists. Its response time is compared with that of the feed alone.
 */
export async function measurePersonalPages(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const kinds = [
    ...PAGES.flatMap((page) =>
      FORMATS.map(({ name, prefix }) => ({ name: `${page}, ${name}`, path: prefix + page })),
    ),
    { name: 'the feed alone', path: FEED_PATH },
  ];
  const requestSpecs = kinds.flatMap(({ path }) =>
    rig.dataSetServers.map(({ origin, size }) => ({
      url: origin + path,
      headers: { cookie: `session=${getSessionToken(chooseReaderNumberWithBookmarks(size))}` },
    })),
  );
  const latencies = await measureLatency(rig, requestSpecs, rig.effort.latencyRounds);
  const findLatencies = (path: string) => {
    const kind = kinds.findIndex((each) => each.path === path);
    return latencies.slice(
      kind * rig.dataSetServers.length,
      (kind + 1) * rig.dataSetServers.length,
    );
  };
  const rows = kinds.flatMap(({ name, path }) => buildRows(name, findLatencies(path)));
  const feed = findLatencies(FEED_PATH);
  const ratios = findLatencies(HOME_PAYLOAD_PATH).map(
    ({ milliseconds }, at) => milliseconds / feed[at]!.milliseconds,
  );
  return {
    tables: [
      {
        title: 'A reader’s own pages, milliseconds',
        columns: createDataSetColumnTitles(rig),
        rows: [
          ...rows,
          {
            name: 'Home’s payload over the feed alone',
            cells: ratios.map((ratio) => `× ${formatThreeSignificantDigits(ratio)}`),
          },
        ],
      },
    ],
    limits: [],
  };
}

function buildRows(name: string, latencies: readonly MedianLatency[]): ReportTable['rows'] {
  const totalRow = {
    name,
    cells: latencies.map(({ milliseconds }) => formatThreeSignificantDigits(milliseconds)),
  };
  return [totalRow, ...buildServerTimingRows(latencies)];
}
