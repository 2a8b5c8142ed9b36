import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runProgram, waitForValue } from './programs.ts';

/**
 * The cluster's network: a bridge in the test's network namespace. A pair of virtual network interfaces connects each
 * node to the bridge. The IP addresses are reserved for tests of network equipment (RFC 2544).
 */
const BRIDGE = 'octavo0';
const PREFIX = '198.18.0';

const KERNEL_SETTINGS = path.join(import.meta.dirname, '../../deploy/cluster/sysctl.conf');

/** Creates the cluster's network bridge. Must be called in a network namespace that was created for the test. */
export function createBridge(): void {
  runProgram('ip', 'link', 'set', 'lo', 'up');
  runProgram('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  runProgram('ip', 'addr', 'add', `${PREFIX}.1/24`, 'dev', BRIDGE);
  runProgram('ip', 'link', 'set', BRIDGE, 'up');
}

/** A simulated machine in the cluster. It consists of a network namespace and the processes that run in it. */
export class Machine {
  readonly host: string;
  readonly #cable: string;
  /** An idle process that keeps the network namespace alive. */
  readonly #holder: ChildProcess;

  private constructor(number: number, holder: ChildProcess) {
    this.host = `${PREFIX}.${10 + number}`;
    this.#cable = `octavo-node${number}`;
    this.#holder = holder;
  }

  static async create(number: number): Promise<Machine> {
    const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
    const machine = new Machine(number, holder);
    const ownNamespace = readlinkSync('/proc/self/ns/net');
    await waitForValue(
      'a network namespace',
      async () => (machine.#namespace() === ownNamespace ? undefined : true),
      10_000,
      20,
    );
    const interfaceName = `eth${number}`;
    runProgram('ip', 'link', 'add', machine.#cable, 'type', 'veth', 'peer', 'name', interfaceName);
    runProgram('ip', 'link', 'set', interfaceName, 'netns', String(holder.pid));
    runProgram('ip', 'link', 'set', machine.#cable, 'master', BRIDGE, 'up');
    for (const command of [
      'link set lo up',
      `addr add ${machine.host}/24 dev ${interfaceName}`,
      `link set ${interfaceName} up`,
    ])
      runProgram(...machine.enter('ip', ...command.split(' ')));
    runProgram(...machine.enter('sysctl', '--quiet', '--load', KERNEL_SETTINGS));
    return machine;
  }

  /** Returns the command that runs a program on this machine. */
  enter(program: string, ...args: string[]): [string, ...string[]] {
    return ['nsenter', `--net=/proc/${this.#holder.pid}/ns/net`, '--', program, ...args];
  }

  /** Disconnects the machine from the network. Packets from and to the machine are then dropped without an error. */
  cut(): void {
    runProgram('ip', 'link', 'set', this.#cable, 'down');
  }

  reconnect(): void {
    runProgram('ip', 'link', 'set', this.#cable, 'up');
  }

  /** Sends a signal to all processes on this machine, including processes that start during the call. */
  async signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    for (let round = 0; round < 3; round++) {
      for (const pid of this.listProcesses())
        try {
          process.kill(pid, name);
        } catch {
          // The signal cannot be sent, because the process has already ended.
        }
      await wait(10);
    }
  }

  listProcesses(): number[] {
    const namespace = this.#namespace();
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== this.#holder.pid && readNamespace(pid) === namespace);
  }

  #namespace(): string | undefined {
    return readNamespace(this.#holder.pid!);
  }
}

function readNamespace(pid: number): string | undefined {
  try {
    // A zombie process has no command line. It has ended, but its parent has not reaped it.
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8')) return undefined;
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined;
  }
}
