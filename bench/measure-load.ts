import type { ClientCommand, ClientResult } from './clients.ts';
import type { RequestSpec } from './http-client.ts';
import type { LoadTestEnd } from './load-generator.ts';
import type { HelperProcess } from './processes.ts';
import type { ProcessUsage } from './usage.ts';

const CONNECTIONS = 32;

/** The results of a load test with one server. */
export interface LoadMeasurement {
  /** The request rate in requests per second. */
  rate: number;
  /**
   * The number of requests per second of the server's processor time. Other programs and slow clients do not affect it.
   */
  efficiency: number;
  /** The average number of processors that the server used: its processor time divided by the duration. */
  processors: number;
}

/**
 * Runs a load test with one server over {@link CONNECTIONS} connections, and measures the server's rate and its
 * processor time. `until` defines the end of the test.
 */
export async function measureLoad(
  server: Pick<HelperProcess<'usage', ProcessUsage>, 'request'>,
  load: HelperProcess<ClientCommand, ClientResult>,
  requests: readonly RequestSpec[],
  until: LoadTestEnd,
): Promise<LoadMeasurement> {
  const before = await server.request('usage');
  const result = await load.request({
    kind: 'flood',
    requestSpecs: requests,
    connections: CONNECTIONS,
    until,
  });
  if (result.kind !== 'flood') throw new Error('Not the result of a flood.');
  const after = await server.request('usage');
  const processor = (after.processor - before.processor) / 1_000_000;
  const { requests: count, seconds } = result;
  return { rate: count / seconds, efficiency: count / processor, processors: processor / seconds };
}
