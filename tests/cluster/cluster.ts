import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { createBridge, Machine } from './network.ts';
import {
  DATABASE_PASSWORDS,
  DatabaseNode,
  type EtcdApiVersion,
  type PatroniNodeState,
} from './node.ts';
import { SupervisedProgram, waitForValue } from './programs.ts';

const CONFIGURATION = path.join(import.meta.dirname, '../../deploy/cluster');
const NODE_COUNT = 3;

/**
 * Addresses on which HAProxy listens (`primary`, `replica` and `web`), and addresses of Octavo's processes and of
 * Redis.
 */
export const CLUSTER_ADDRESSES = {
  primary: '127.0.0.1:25000',
  replica: '127.0.0.1:25001',
  web: '127.0.0.1:25002',
  webProcesses: ['127.0.0.1:25011', '127.0.0.1:25012'],
  worker: '127.0.0.1:25013',
  redis: '127.0.0.1:25020',
} as const;

const OCTAVO_PASSWORD = 'octavo-password';
export const PRIMARY_DATABASE_URL = `postgres://octavo:${OCTAVO_PASSWORD}@${CLUSTER_ADDRESSES.primary}/octavo`;
export const REPLICA_DATABASE_URL = `postgres://octavo:${OCTAVO_PASSWORD}@${CLUSTER_ADDRESSES.replica}/octavo`;

/** Maximum milliseconds for a cluster to start, and maximum milliseconds for its recovery after a failure. */
const START_LIMIT = 120_000;
const RECOVERY_LIMIT = 240_000;
/**
 * Milliseconds for which the cluster must be healthy to count as recovered. Immediately after a failure, it still looks
 * healthy, because the nodes have not detected the failure yet.
 */
const STABLE_TIME = 6000;
/** Maximum replication lag of a healthy standby, in bytes. */
const MAX_LAG = 2 ** 20;
/** Maximum milliseconds for an SQL statement that the test sends, such as a comparison of all rows. */
const QUERY_LIMIT = 10_000;

/** A database cluster of three nodes behind HAProxy, and Redis. */
export class Cluster {
  readonly nodes: readonly DatabaseNode[];

  private constructor(nodes: readonly DatabaseNode[]) {
    this.nodes = nodes;
  }

  /** Starts the cluster, and creates Octavo's database in it. */
  static async start(folder: string, logs: string, store: EtcdApiVersion): Promise<Cluster> {
    createBridge();
    const machines = await Promise.all(
      Array.from({ length: NODE_COUNT }, (_, index) => Machine.create(index + 1)),
    );
    // Patroni's configuration is copied, because the operating-system user of the nodes may have no access to the
    // repository.
    const patroniFile = `${folder}/patroni.yml`;
    copyFileSync(`${CONFIGURATION}/patroni.yml`, patroniFile);
    const etcdSettings = readVariables(`${CONFIGURATION}/etcd.env`);
    const nodes = machines.map(
      (machine, index) =>
        new DatabaseNode({
          ...{ machine, machines, folder, logs, store, etcdSettings, patroniFile },
          number: index + 1,
        }),
    );
    for (const node of nodes) node.start();
    startRedis(folder, logs);
    startHaproxy(machines, logs);
    const cluster = new Cluster(nodes);
    await cluster.waitUntilHealthy(START_LIMIT);
    await createOctavoDatabase();
    return cluster;
  }

  /** Returns the node that is the primary. Throws if there is none. */
  async findPrimary(): Promise<{ node: DatabaseNode; state: PatroniNodeState }> {
    const states = await Promise.allSettled(this.nodes.map((node) => node.readState()));
    for (const [index, result] of states.entries())
      if (result.status === 'fulfilled' && ['master', 'primary'].includes(result.value.role))
        return { node: this.nodes[index]!, state: result.value };
    throw new Error('There is no primary.');
  }

  /** Returns the node that is the synchronous standby. Throws if there is none. */
  async findSynchronousStandby(): Promise<DatabaseNode> {
    const { node: primary } = await this.findPrimary();
    const { members } = await primary.readCluster();
    const member = members.find(({ role }) => role === 'sync_standby');
    const node = this.nodes.find(({ name }) => name === member?.name);
    if (!node) throw new Error('There is no synchronous standby.');
    return node;
  }

  /**
   * Waits until the cluster is healthy: all nodes run, one node is the primary, one is the
   * synchronous standby, and the replication lag of each standby is at most {@link MAX_LAG}.
   */
  async waitUntilHealthy(limit = RECOVERY_LIMIT): Promise<void> {
    let healthySince = Number.POSITIVE_INFINITY;
    await waitForValue(
      'a whole cluster',
      async () => {
        try {
          await this.#assertHealthy();
        } catch (error) {
          healthySince = Number.POSITIVE_INFINITY;
          throw error;
        }
        healthySince = Math.min(healthySince, performance.now());
        return performance.now() - healthySince >= STABLE_TIME || undefined;
      },
      limit,
    );
  }

  async #assertHealthy(): Promise<void> {
    const { node } = await this.findPrimary();
    const { members } = await node.readCluster();
    const stores = await Promise.all(this.nodes.map((each) => each.isStoreHealthy()));
    const problem = findProblem(members, stores);
    if (problem) throw new Error(problem);
  }
}

function findProblem(
  members: Awaited<ReturnType<DatabaseNode['readCluster']>>['members'],
  stores: readonly boolean[],
): string | undefined {
  if (stores.includes(false)) return 'an etcd member is not healthy';
  if (members.length < NODE_COUNT) return `only ${members.length} nodes are known`;
  if (!members.some(({ role }) => role === 'sync_standby')) return 'no synchronous standby';
  if (new Set(members.map(({ timeline }) => timeline)).size > 1) return 'different timelines';
  const unhealthyMember = members.find(
    ({ role, state, lag }) =>
      !['running', 'streaming'].includes(state) ||
      // Patroni reports the replication lag 'unknown' for a standby whose position in the WAL is not known.
      (role !== 'leader' && !(typeof lag === 'number' && lag <= MAX_LAG)),
  );
  return (
    unhealthyMember &&
    `${unhealthyMember.name} is ${unhealthyMember.state}, lag ${unhealthyMember.lag}`
  );
}

/** Parses an environment file with `NAME=value` lines, as systemd does. */
function readVariables(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return Object.fromEntries(
    lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split('=') as [string, string]),
  );
}

function startRedis(folder: string, logs: string): void {
  const redisFolder = `${folder}/redis`;
  mkdirSync(redisFolder);
  const [host, port] = CLUSTER_ADDRESSES.redis.split(':') as [string, string];
  const options = ['--bind', host, '--port', port, '--dir', redisFolder, '--save', ''];
  new SupervisedProgram({ name: 'redis', command: ['redis-server', ...options], logs }).start();
}

function startHaproxy(machines: readonly Machine[], logs: string): void {
  const [web1, web2] = CLUSTER_ADDRESSES.webProcesses;
  new SupervisedProgram({
    name: 'haproxy',
    command: ['haproxy', '-db', '-f', `${CONFIGURATION}/haproxy.cfg`],
    env: {
      PRIMARY_BIND: CLUSTER_ADDRESSES.primary,
      REPLICA_BIND: CLUSTER_ADDRESSES.replica,
      WEB_BIND: CLUSTER_ADDRESSES.web,
      WEB1: web1,
      WEB2: web2,
      ...Object.fromEntries(machines.map(({ host }, index) => [`NODE${index + 1}`, host])),
    },
    logs,
  }).start();
}

/** Connects to the primary as the database's superuser, and calls `run` with the connection. */
export async function withSuperuserConnection<Result>(
  database: string,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${DATABASE_PASSWORDS.superuser}@${CLUSTER_ADDRESSES.primary}/${database}`,
    connectionTimeoutMillis: 5000,
    query_timeout: QUERY_LIMIT,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

async function createOctavoDatabase(): Promise<void> {
  // The first connection is retried, because HAProxy may detect a new primary later than Patroni does.
  await waitForValue(
    'a connection to the primary',
    () => withSuperuserConnection('postgres', async () => true),
    10_000,
  );
  await withSuperuserConnection('postgres', async (client) => {
    await client.query(`CREATE ROLE octavo LOGIN PASSWORD '${OCTAVO_PASSWORD}'`);
    await client.query('CREATE DATABASE octavo OWNER octavo');
  });
}
