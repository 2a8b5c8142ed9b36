import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import pg from 'pg';
import type { Machine } from './network.ts';
import { runProgram, SupervisedProgram, waitForValue } from './programs.ts';
import { findPostgresFolder } from './requirements.ts';

/** The version of etcd's API that Patroni uses: `etcd` is version 2, and `etcd3` is version 3. */
export type EtcdApiVersion = 'etcd' | 'etcd3';

export const DATABASE_PASSWORDS = {
  superuser: 'superuser-password',
  replication: 'replication-password',
};

/** The operating-system user that runs PostgreSQL, which refuses to run as root. */
const DATABASE_USER = 'postgres';
/** The size of a node's disk, which is simulated in memory. A new cluster occupies only a small part of the disk. */
const DISK_SIZE = '1500m';
/**
 * Number of bytes that {@link DatabaseNode.fillDisk} leaves free at first and then fills block by block. The exact
 * amount of free space is unknown, because PostgreSQL writes to the disk at the same time.
 */
const SLACK = 64 * 1024 ** 2;

/**
 * Maximum number of WAL segments that PostgreSQL may have created in advance. More segments would not fit on the disk.
 */
const MAX_SPARE_SEGMENTS = 100;
/**
 * Maximum milliseconds for an SQL statement that begins a new WAL segment, and maximum milliseconds until PostgreSQL
 * has exited after a crash.
 */
const SEGMENT_LIMIT = 10_000;
const CRASH_LIMIT = 15_000;

interface NodeOptions {
  number: number;
  machine: Machine;
  /** The machines of all nodes in the cluster, in the order of the nodes. */
  machines: readonly Machine[];
  folder: string;
  logs: string;
  store: EtcdApiVersion;
  /** The environment variables in `deploy/cluster/etcd.env`. */
  etcdSettings: Record<string, string>;
  /** Path of a copy of `deploy/cluster/patroni.yml` that `DATABASE_USER` can read. */
  patroniFile: string;
}

/** The state of a node, as its Patroni process reports it (`GET /patroni`). */
export interface PatroniNodeState {
  role: string;
  state: string;
  timeline: number;
}

/** A node of the database cluster: a machine with etcd, Patroni, PostgreSQL and a disk. */
export class DatabaseNode {
  readonly name: string;
  readonly machine: Machine;
  readonly #disk: string;
  readonly #etcd: SupervisedProgram;
  readonly #patroni: SupervisedProgram;

  constructor(options: NodeOptions) {
    const { number, machine, folder, logs } = options;
    this.name = `node${number}`;
    this.machine = machine;
    this.#disk = `${folder}/${this.name}`;
    mkdirSync(this.#disk);
    runProgram('mount', '-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=755`, 'tmpfs', this.#disk);
    // etcd has a separate disk, as its documentation recommends.
    const etcdFolder = `${folder}/${this.name}-etcd`;
    mkdirSync(etcdFolder, { mode: 0o700 });
    const [uid, gid] = [
      Number(runProgram('id', '-u', DATABASE_USER)),
      Number(runProgram('id', '-g', DATABASE_USER)),
    ];
    for (const volume of [this.#disk, etcdFolder]) chownSync(volume, uid, gid);
    const userArguments = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'];
    this.#etcd = new SupervisedProgram({
      name: `${this.name}-etcd`,
      command: machine.enter('setpriv', ...userArguments, 'etcd'),
      env: buildEtcdVariables(options, etcdFolder),
      logs,
    });
    this.#patroni = new SupervisedProgram({
      name: this.name,
      command: machine.enter('setpriv', ...userArguments, 'patroni', options.patroniFile),
      env: { HOME: this.#disk, ...buildPatroniVariables(options, this.#disk) },
      logs,
    });
  }

  start(): void {
    this.#etcd.start();
    this.#patroni.start();
  }

  /** Kills all processes on the node immediately. */
  async kill(): Promise<void> {
    this.#etcd.release();
    this.#patroni.release();
    await this.machine.signal('SIGKILL');
  }

  /** Kills PostgreSQL's main process immediately. */
  killPostgres(): void {
    process.kill(this.#readPostmaster(), 'SIGKILL');
  }

  /** Fills the node's disk with a file, so that nothing more can be written. */
  fillDisk(): void {
    const file = `${this.#disk}/filler`;
    const { bsize, bavail } = statfsSync(this.#disk);
    runProgram('fallocate', '-l', String(bsize * bavail - SLACK), file);
    // Fills the remaining space block by block until a write fails. The exact amount of free space is unknown, because
    // PostgreSQL writes to the disk at the same time.
    const descriptor = openSync(file, 'a');
    try {
      for (let written = 0; written <= 2 * SLACK; written += bsize)
        writeSync(descriptor, new Uint8Array(bsize));
      throw new Error('The disk is not full.');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(descriptor);
    }
  }

  /**
   * Makes PostgreSQL on the full disk begin new WAL segments until it crashes for lack of space. Throws if it does not
   * crash.
   */
  async exhaustWal(): Promise<void> {
    const postmaster = this.#readPostmaster();
    await this.#writeSegments();
    // A failed statement does not prove a crash, because it may have failed for another reason. The test therefore
    // waits until PostgreSQL's main process has ended.
    await waitForValue(
      `the crash of PostgreSQL on ${this.name}`,
      async () => !this.machine.listProcesses().includes(postmaster) || undefined,
      CRASH_LIMIT,
    );
  }

  /** Makes PostgreSQL begin new WAL segments until an SQL statement fails. Throws if no statement fails. */
  async #writeSegments(): Promise<void> {
    const client = new pg.Client({
      connectionString: `postgres://postgres:${DATABASE_PASSWORDS.superuser}@${this.machine.host}:5432/postgres`,
      connectionTimeoutMillis: 5000,
      query_timeout: SEGMENT_LIMIT,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      for (let segment = 0; segment < MAX_SPARE_SEGMENTS; segment++)
        await client.query(`SELECT pg_logical_emit_message(false, 'test', 'x'), pg_switch_wal()`);
    } catch {
      return;
    } finally {
      await client.end();
    }
    throw new Error('PostgreSQL has found space on a full disk.');
  }

  emptyDisk(): void {
    rmSync(`${this.#disk}/filler`, { force: true });
  }

  /** Returns the state of the node. Throws if Patroni or PostgreSQL does not respond. */
  async readState(): Promise<PatroniNodeState> {
    return (await this.#request('/patroni')) as PatroniNodeState;
  }

  /** Returns the state of the whole cluster, as this node's Patroni process sees it. */
  async readCluster(): Promise<PatroniClusterState> {
    return (await this.#request('/cluster')) as PatroniClusterState;
  }

  async isStoreHealthy(): Promise<boolean> {
    const url = `http://${this.machine.host}:2379/health`;
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    return ((await response.json()) as { health: string }).health === 'true';
  }

  async #request(path: string): Promise<unknown> {
    const url = `http://${this.machine.host}:8008${path}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    return response.json();
  }

  #readPostmaster(): number {
    const [pid] = readFileSync(`${this.#disk}/data/postmaster.pid`, 'utf8').split('\n');
    return Number(pid);
  }
}

/** The state of the cluster, as a node's Patroni process reports it (`GET /cluster`). */
export interface PatroniClusterState {
  members: {
    name: string;
    role: string;
    state: string;
    timeline?: number;
    /** The replication lag of a standby in bytes. Omitted for the primary. */
    lag?: number | 'unknown';
  }[];
}

function buildEtcdVariables(
  { number, machine, machines, etcdSettings }: NodeOptions,
  folder: string,
): Record<string, string> {
  const [client, peer] = [`http://${machine.host}:2379`, `http://${machine.host}:2380`];
  return {
    ...etcdSettings,
    ETCD_NAME: `node${number}`,
    ETCD_DATA_DIR: folder,
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: machines
      .map(({ host }, index) => `node${index + 1}=http://${host}:2380`)
      .join(','),
  };
}

function buildPatroniVariables(
  { number, machine, machines, store }: NodeOptions,
  disk: string,
): Record<string, string> {
  const hosts = machines.map(({ host }) => `'${host}:2379'`).join(',');
  return {
    PATRONI_NAME: `node${number}`,
    PATRONI_RESTAPI_LISTEN: `${machine.host}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${machine.host}:8008`,
    PATRONI_POSTGRESQL_LISTEN: `${machine.host}:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${machine.host}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: `${disk}/data`,
    PATRONI_POSTGRESQL_BIN_DIR: findPostgresFolder()!,
    PATRONI_POSTGRESQL_PGPASS: `${disk}/pgpass`,
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: DATABASE_PASSWORDS.superuser,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: DATABASE_PASSWORDS.replication,
    [store === 'etcd' ? 'PATRONI_ETCD_HOSTS' : 'PATRONI_ETCD3_HOSTS']: hosts,
  };
}
