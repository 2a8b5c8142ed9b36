import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { DatabaseNode } from './node.ts';

/** A failure of a database node. */
export interface NodeFailure {
  name: string;
  /** Seconds until the failure ends. */
  seconds: number;
  /** Node with the failure. Default: the primary. */
  find?: (cluster: Cluster) => Promise<DatabaseNode>;
  begin(node: DatabaseNode): Promise<void>;
  end(node: DatabaseNode): Promise<void>;
}

const killPostgres: NodeFailure = {
  name: 'kill PostgreSQL',
  seconds: 10,
  begin: async (node) => node.killPostgres(),
  // There is nothing to repair, since Patroni restarts PostgreSQL.
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

const onStandby = (failure: NodeFailure): NodeFailure => ({
  ...failure,
  name: `${failure.name} (standby)`,
  find: (cluster) => cluster.findSynchronousStandby(),
});

/** The failures in the order of the rounds. After the last failure, the next round begins with the first one again. */
const FAILURES: readonly NodeFailure[] = [
  killPostgres,
  killNode,
  pauseNode(45),
  cutNetwork,
  fillDisk,
  pauseNode(12),
  onStandby(killNode),
  fillDiskWithWal,
  pauseNode(45),
  onStandby(pauseNode(20)),
];

/** Returns the failure of each round. `only` selects failures whose names contain this text. */
export function planFailures(rounds: number, only: string): NodeFailure[] {
  if (!(Number.isInteger(rounds) && rounds > 0))
    throw new Error('The number of rounds must be a positive integer.');
  const failures = FAILURES.filter(({ name }) => name.includes(only));
  if (!failures.length) throw new Error(`No failure has a name that contains "${only}".`);
  return Array.from({ length: rounds }, (_, index) => failures[index % failures.length]!);
}

/** Applies a failure to the cluster for its duration. Returns the name of the node. */
export async function causeFailure(cluster: Cluster, failure: NodeFailure): Promise<string> {
  const node = failure.find ? await failure.find(cluster) : (await cluster.findPrimary()).node;
  await failure.begin(node);
  try {
    await wait(failure.seconds * 1000);
  } finally {
    await failure.end(node);
  }
  return node.name;
}
