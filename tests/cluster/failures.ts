import { setTimeout as wait } from 'node:timers/promises';
import type { Application } from './application.ts';
import type { Cluster } from './cluster.ts';
import type { DatabaseNode } from './node.ts';
import { fillPageCaches } from './readers.ts';
import type { PublishedContent } from './writers.ts';

/** The parts of the tested system in which the test causes failures. */
export interface TestedSystem {
  cluster: Cluster;
  application: Application;
  content: PublishedContent;
}

export interface Failure {
  name: string;
  /** Number of seconds after which the test ends the failure. */
  seconds: number;
  /**
   * Minimum number of failovers that the failure must cause. With fewer failovers, the failure had no effect and tested
   * nothing. On a busy machine, there may be more failovers.
   */
  minFailovers: number;
  begin(system: TestedSystem): Promise<Disruption>;
}

/** A failure in progress. */
interface Disruption {
  /** Name of the node or process that has failed. */
  target: string;
  end(): Promise<void>;
}

/** A failure of a database node. */
interface NodeFailure {
  name: string;
  /** Number of seconds after which the test ends the failure. */
  seconds: number;
  begin(node: DatabaseNode): Promise<void>;
  end(node: DatabaseNode): Promise<void>;
}

const killPostgres: NodeFailure = {
  name: 'kill PostgreSQL',
  seconds: 10,
  begin: async (node) => node.killPostgres(),
  // Patroni restarts PostgreSQL, so the test does not have to repair anything.
  end: async () => {},
};

const killNode: NodeFailure = {
  name: 'kill the node',
  seconds: 20,
  begin: (node) => node.kill(),
  end: async (node) => node.start(),
};

const pauseNode = (seconds: number): NodeFailure => ({
  name: `pause ${seconds} s`,
  seconds,
  begin: (node) => node.machine.signal('SIGSTOP'),
  end: (node) => node.machine.signal('SIGCONT'),
});

const cutNetwork: NodeFailure = {
  name: 'cut the network',
  seconds: 25,
  begin: async (node) => node.machine.cut(),
  end: async (node) => node.machine.reconnect(),
};

const fillDisk: NodeFailure = {
  name: 'fill the disk',
  seconds: 20,
  begin: async (node) => node.fillDisk(),
  end: async (node) => node.emptyDisk(),
};

const fillDiskWithWal: NodeFailure = {
  ...fillDisk,
  name: 'fill the disk and crash',
  begin: async (node) => {
    node.fillDisk();
    await node.exhaustWal();
  },
};

/** Kills a web process while HAProxy still considers it healthy. */
const killWebProcess: Failure = {
  name: 'kill a web process',
  seconds: 10,
  minFailovers: 0,
  async begin({ application, content }) {
    const target = await application.killWebProcess();
    return {
      target,
      async end() {
        await application.restartWebProcess();
        // Fills the caches of the new process, because the following failures are tested with full caches.
        await fillPageCaches(content);
      },
    };
  },
};

const onNode = (
  failure: NodeFailure,
  minFailovers: number,
  find: (cluster: Cluster) => Promise<DatabaseNode>,
): Failure => ({
  name: failure.name,
  seconds: failure.seconds,
  minFailovers,
  async begin({ cluster }) {
    const node = await find(cluster);
    await failure.begin(node);
    return { target: node.name, end: () => failure.end(node) };
  },
});

const onPrimary = (failure: NodeFailure, minFailovers: number) =>
  onNode(failure, minFailovers, async (cluster) => (await cluster.findPrimary()).node);

const onStandby = (failure: NodeFailure) =>
  onNode({ ...failure, name: `${failure.name} (standby)` }, 0, (cluster) =>
    cluster.findSynchronousStandby(),
  );

/**
 * The failures, in the order in which the test causes them, one in each round. The round after the last failure starts
 * again with the first one.
 */
const FAILURES: readonly Failure[] = [
  onPrimary(killPostgres, 1),
  onPrimary(killNode, 1),
  onPrimary(pauseNode(45), 1),
  onPrimary(cutNetwork, 1),
  // No failover is expected: on a full disk, PostgreSQL continues until it needs a new WAL segment.
  onPrimary(fillDisk, 0),
  onPrimary(pauseNode(12), 1),
  onStandby(killNode),
  onPrimary(fillDiskWithWal, 1),
  onPrimary(pauseNode(45), 1),
  onStandby(pauseNode(20)),
  killWebProcess,
];

/** Returns the failure to cause in each round. Uses only failures whose names contain the text `only`. */
export function planFailures(rounds: number, only: string): Failure[] {
  if (!(Number.isInteger(rounds) && rounds > 0))
    throw new Error('The number of rounds must be a positive integer.');
  const failures = FAILURES.filter(({ name }) => name.includes(only));
  if (!failures.length) throw new Error(`No failure has a name that contains "${only}".`);
  return Array.from({ length: rounds }, (_, index) => failures[index % failures.length]!);
}

/** Causes a failure, and ends it after its duration. Returns the name of the affected node or process. */
export async function causeFailure(system: TestedSystem, failure: Failure): Promise<string> {
  const { target, end } = await failure.begin(system);
  try {
    await wait(failure.seconds * 1000);
  } finally {
    await end();
  }
  return target;
}
