import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { speechSpending } from '#server/catalogue/narration/schema.ts';
import { findPostgresTestEngine, getTestDatabaseUrl } from '#server/testing/databases.ts';
import { neverRespond, startSpeechStandIn } from '#server/testing/speech-stand-in.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { START_TIMEOUT } from '../support/octavo.ts';
import type { SpeechServiceTask } from '../support/speaking-process.ts';

const SPEAKING_PROCESS = new URL('../support/speaking-process.ts', import.meta.url);
const postgres = await findPostgresTestEngine();

/**
 * Opens a database and a file store, and starts a simulated speech service. The processes of a test share all three.
 */
async function openShared() {
  const database = await postgres!.open();
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-speaking-'));
  const standIn = await startSpeechStandIn();
  onTestFinished(async () => {
    await standIn.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });
  const sharedOptions = { database: await getTestDatabaseUrl(database), folder };
  const endpoint = `${standIn.url}/audio/speech`;
  const startProcess = (sentences: string[], characters: number) =>
    fork(SPEAKING_PROCESS, [
      JSON.stringify({
        ...sharedOptions,
        endpoint,
        sentences,
        characters,
      } satisfies SpeechServiceTask),
    ]);
  const readSpending = () => database.queries.select().from(speechSpending);
  return { standIn, startProcess, readSpending };
}

const readOutcome = async (child: ChildProcess) => {
  const [outcome] = await once(child, 'message');
  await once(child, 'exit');
  return outcome as { spoken: number; failed: number };
};
/** Creates distinct sentences of ten characters each. */
const createSentences = (name: string) =>
  Array.from({ length: 40 }, (_, index) => `${name} says ${String(index).padStart(2, '0')}.`);

describe.runIf(postgres && isRunOfAllTests())('processes that use a speech service', () => {
  it('share one budget, which they use completely and never exceed', {
    timeout: START_TIMEOUT,
  }, async () => {
    const { standIn, startProcess, readSpending } = await openShared();
    const processes = ['A', 'B'].map((name) => startProcess(createSentences(name), 500));
    const outcomes = await Promise.all(processes.map(readOutcome));
    expect(outcomes.reduce((sum, { spoken }) => sum + spoken, 0)).toBe(50);
    expect(outcomes.reduce((sum, { failed }) => sum + failed, 0)).toBe(30);
    expect(standIn.requests).toHaveLength(50);
    expect(await readSpending()).toMatchObject([{ characters: 500, requests: 50 }]);
  });

  it('do not pay again for the sentences of a killed process', {
    timeout: START_TIMEOUT,
  }, async () => {
    const { standIn, startProcess, readSpending } = await openShared();
    const sentences = createSentences('C');
    standIn.behave = (_, number) => (number < 15 ? undefined : neverRespond);
    const killedProcess = startProcess(sentences, 100_000);
    await vi.waitFor(() => expect(standIn.requests).toHaveLength(19));
    killedProcess.kill('SIGKILL');
    await once(killedProcess, 'exit');
    const spoken = standIn.listRequestedTexts().slice(0, 15);

    standIn.reset();
    expect(await readOutcome(startProcess(sentences, 100_000))).toEqual({ spoken: 40, failed: 0 });
    expect(standIn.listRequestedTexts().toSorted()).toEqual(
      sentences.filter((sentence) => !spoken.includes(sentence)).toSorted(),
    );
    // The killed process sent four requests that the service never answered. The spending must include them, because
    // the service may have billed them.
    expect(await readSpending()).toMatchObject([{ characters: 440, requests: 44 }]);
  });
});
