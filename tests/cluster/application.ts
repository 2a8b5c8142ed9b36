import { mkdirSync } from 'node:fs';
import { startTestBucket, TEST_BUCKET_CREDENTIALS } from '#server/platform/files/testing/bucket.ts';
import { SERVER_COMMAND_ARGUMENTS } from '#server/testing/server-command.ts';
import { CLUSTER_ADDRESSES, PRIMARY_DATABASE_URL, REPLICA_DATABASE_URL } from './cluster.ts';
import { SupervisedProgram, waitForValue } from './programs.ts';

/** Maximum milliseconds for a process to start. The limit is high, because the machine also starts the cluster. */
const START_LIMIT = 120_000;
const [FIRST_WEB_PROCESS] = CLUSTER_ADDRESSES.webProcesses;

/** The times immediately before and after the test killed a process, as returned by `performance.now()`. */
export interface KillInterval {
  from: number;
  to: number;
}

/** Octavo's processes: two web processes and a worker. They store their files in a simulated S3 store. */
export class Application {
  /** The times at which the test killed a web process. */
  readonly kills: KillInterval[] = [];
  readonly #programs: readonly SupervisedProgram[];

  private constructor(programs: readonly SupervisedProgram[]) {
    this.#programs = programs;
  }

  /** Starts the processes one after another, as a deployment does, and waits until they are ready. */
  static async start(folder: string, logs: string): Promise<Application> {
    const bucket = await startTestBucket();
    const programs: SupervisedProgram[] = [];
    const addresses = [...CLUSTER_ADDRESSES.webProcesses, CLUSTER_ADDRESSES.worker];
    for (const [index, address] of addresses.entries()) {
      const isWorker = address === CLUSTER_ADDRESSES.worker;
      const name = isWorker ? 'worker' : `web${index + 1}`;
      const dataFolder = `${folder}/${name}`;
      mkdirSync(dataFolder);
      const program = new SupervisedProgram({
        name,
        command: [process.execPath, ...SERVER_COMMAND_ARGUMENTS],
        env: {
          ROLE: isWorker ? 'worker' : 'web',
          PORT: address.split(':')[1]!,
          DATA_DIR: dataFolder,
          DATABASE_URL: PRIMARY_DATABASE_URL,
          DATABASE_REPLICA_URL: REPLICA_DATABASE_URL,
          REDIS_URL: `redis://${CLUSTER_ADDRESSES.redis}`,
          FILES_S3_BUCKET: bucket.name,
          FILES_S3_ENDPOINT: bucket.endpoint,
          FILES_S3_REGION: 'us-east-1',
          FILES_S3_KEY_ID: TEST_BUCKET_CREDENTIALS.keyId,
          FILES_S3_SECRET: TEST_BUCKET_CREDENTIALS.secret,
          TRUST_PROXY: 'loopback',
        },
        logs,
      });
      programs.push(program);
      program.start();
      await waitForValue(`the start of ${name}`, () => isReady(address), START_LIMIT);
    }
    return new Application(programs);
  }

  /** Kills the first web process immediately. Returns its name. */
  async killWebProcess(): Promise<string> {
    const from = performance.now();
    await this.#programs[0]!.kill();
    this.kills.push({ from, to: performance.now() });
    if (await isReady(FIRST_WEB_PROCESS).catch(() => false))
      throw new Error('The killed web process still responds.');
    return 'web1';
  }

  /** Starts the killed web process again, and waits until it is ready. */
  async restartWebProcess(): Promise<void> {
    this.#programs[0]!.start();
    await waitForValue('the restart of web1', () => isReady(FIRST_WEB_PROCESS), START_LIMIT);
  }

  /**
   * Number of exits that the test has not caused. It must stay 0, because a process must not exit when the database
   * fails.
   */
  get unexpectedExitCount(): number {
    return this.#programs.reduce((sum, { unexpectedExits }) => sum + unexpectedExits, 0);
  }
}

async function isReady(address: string): Promise<true | undefined> {
  const url = `http://${address}/health/ready`;
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(2000) });
  return ok || undefined;
}
