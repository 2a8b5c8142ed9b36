import { createHash } from 'node:crypto';
import {
  type BaselineComparison,
  buildComparisonRows,
  compareWithBaseline,
} from './baseline-comparison.ts';
import type { BenchmarkProcesses } from './benchmark-processes.ts';
import { calculateAuthorCount, createSampleSearchQueries, getAuthorAlias } from './data-set.ts';
import type { RequestSpec } from './http-client.ts';
import { formatCount, type MeasurementResult } from './measurement-result.ts';

/**
 * The minimum number of public API calls that Octavo answers per second of processor time, as a share of the number
 * that the baseline server answers. The baseline server is a minimal Node.js server.
 */
const MIN_RATE_SHARE = 0.5;

interface Call extends Omit<RequestSpec, 'url'> {
  name: string;
  path: string;
}

/**
 * Measures the request rate of public API calls with the largest data set, and compares it with the baseline server's
 * rate.
 */
export async function measurePublicApiCalls(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const dataSet = rig.dataSetServers.at(-1)!;
  const calls = listPublicCalls(dataSet.size);
  const comparisons: BaselineComparison[] = [];
  for (const { name: _, ...call } of calls)
    comparisons.push(await compareWithBaseline(rig, dataSet, call, rig.effort.calls));
  return {
    tables: [
      {
        title: `Public calls, ${formatCount(dataSet.size)} articles`,
        columns: calls.map(({ name }) => name),
        rows: buildComparisonRows(comparisons),
      },
    ],
    limits: comparisons.map(({ ratios }, at) => ({
      name: `${calls[at]!.name} over baseline`,
      measured: ratios.baseline.efficiency,
      limit: MIN_RATE_SHARE,
      bound: 'at least',
      unit: '',
    })),
  };
}

function listPublicCalls(size: number): Call[] {
  const search = new URLSearchParams({ q: createSampleSearchQueries()[0]!.query });
  const authors = Math.min(10, calculateAuthorCount(size));
  const body = JSON.stringify({
    aliases: Array.from({ length: authors }, (_, at) => getAuthorAlias(at)),
  });
  return [
    { name: 'GET /articles', path: '/api/v1/articles' },
    { name: 'GET /authors', path: '/api/v1/authors' },
    {
      name: 'POST /authors/batch',
      path: '/api/v1/authors/batch',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-content-sha256': createHash('sha256').update(body).digest('hex'),
      },
      body,
    },
    { name: 'GET /search', path: `/api/v1/search?${search}` },
  ];
}
