import type { ClientMessage, ClientResult } from './clients.ts';
import type { RequestSpec } from './http-client.ts';
import type { LoadTestEnd } from './load-generator.ts';
import type { HelperProcess } from './processes.ts';
import type { ProcessUsage } from './usage.ts';

const CONNECTIONS = 32;

/** The results of one round of load. */
export interface LoadMeasurement {
  /** The request rate in requests per second. */
  rate: number;
  /** Requests per second of the server's processor time. It does not depend on other load or on the clients' speed. */
  efficiency: number;
  /** The average number of processors that the server used. */
  processors: number;
}

/** Sends the requests to a server in turn, over {@link CONNECTIONS} connections, until `until`. Measures the server. */
export async function measureLoad(
  server: Pick<HelperProcess<'usage', ProcessUsage>, 'request'>,
  load: HelperProcess<ClientMessage, ClientResult>,
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
