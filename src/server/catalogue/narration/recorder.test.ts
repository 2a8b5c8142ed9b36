import { type ChildProcess, spawnSync } from 'node:child_process';
import diagnosticsChannel from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_ENGINE_CHOICE } from '#speech/engines/engine.ts';
import type { RecordingChunk, RecordingLength } from '#speech/recording.ts';
import type { NarrationScript } from '#speech/script/narration-script.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { createRecorder } from './recorder.ts';

const createScript = (...sentences: string[]): NarrationScript => ({
  sections: [
    {
      kind: 'opening',
      title: 'A title',
      passages: [
        {
          anchor: 'title',
          sentences: sentences.map((text, at) => ({ start: at, text, spoken: text })),
        },
      ],
    },
  ],
});

/** Runs `action` with an array to which each child process is added when it starts. */
async function watchStartedProcesses(
  action: (children: readonly ChildProcess[]) => unknown,
): Promise<void> {
  const children: ChildProcess[] = [];
  const onStart = (message: unknown) => {
    children.push((message as { process: ChildProcess }).process);
  };
  diagnosticsChannel.subscribe('child_process', onStart);
  await action(children);
  diagnosticsChannel.unsubscribe('child_process', onStart);
}

async function collectParts(parts: AsyncGenerator<RecordingChunk, RecordingLength>) {
  const collected: RecordingChunk[] = [];
  let next = await parts.next();
  for (; !next.done; next = await parts.next()) collected.push(next.value);
  return { parts: collected, recording: next.value };
}

describe('recordings by child processes', () => {
  const recorder = createRecorder(BUILT_IN_ENGINE_CHOICE);

  it.runIf(isRunOfAllTests())('arrive sentence by sentence, and return their length', async () => {
    const script = createScript('One.', 'Two.');
    const { parts, recording } = await collectParts(recorder.record(script, 'af'));
    const sentences = parts.flatMap(({ sentence }) => sentence ?? []);
    expect(sentences.map(({ start, length }) => [start, length])).toEqual([
      [0, 4],
      [1, 4],
    ]);
    expect(recording.samples / recording.sampleRate).toBeGreaterThan(sentences.at(-1)!.to);
    expect(parts.map(({ chapter }) => chapter)).toEqual(['A title', undefined, undefined]);
  });

  it('are identical each time, and differ between narrators', async () => {
    const recordBytes = async (narrator: 'af' | 'bm') =>
      Buffer.concat(
        (await collectParts(recorder.record(createScript('The same.'), narrator))).parts.map(
          ({ frames }) => frames,
        ),
      );
    const first = await recordBytes('af');
    expect(await recordBytes('af')).toEqual(first);
    expect(await recordBytes('bm')).not.toEqual(first);
  });

  it('can be played before they are complete', async () => {
    // The second section is invalid, so this recording is never completed.
    const { sections } = createScript('One.');
    const broken = { sections: [...sections, null] } as unknown as NarrationScript;
    const parts = recorder.record(broken, 'am');
    expect((await parts.next()).value).toMatchObject({ sentence: { start: 0 } });
    await expect(parts.next()).rejects.toThrow('null');
  });

  it('stop as soon as they are aborted', async () => {
    const stop = new AbortController();
    const parts = recorder.record(
      createScript(...Array<string>(200).fill('And on it goes.')),
      'am',
      { signal: stop.signal },
    );
    await parts.next();
    stop.abort(new Error('Enough.'));
    await expect(collectParts(parts)).rejects.toThrow('Enough.');
  });

  describe('in one process', () => {
    const shared = createRecorder(BUILT_IN_ENGINE_CHOICE, { atOnce: 1 });
    const script = createScript(...Array<string>(5).fill('A sentence.'));
    const longScript = createScript(...Array<string>(200).fill('On it goes.'));

    it('take turns, and recordings that nobody hears are made last', async () => {
      const order: string[] = [];
      const record = async (name: string, unheardSeconds: number) => {
        const options = { getUnheardSeconds: () => unheardSeconds };
        for await (const { sentence } of shared.record(script, 'am', options))
          if (sentence) order.push(name);
      };
      await Promise.all([
        record('unheard', Number.POSITIVE_INFINITY),
        record('one', 0),
        record('other', 0),
      ]);
      expect(order).toEqual([
        'unheard',
        ...Array(5).fill(['one', 'other']).flat(),
        ...Array(4).fill('unheard'),
      ]);
    });

    it('use the process of a stopped recording again', async () => {
      const single = createRecorder(BUILT_IN_ENGINE_CHOICE, { atOnce: 1 });
      await watchStartedProcesses(async (children) => {
        const stopped = single.record(longScript, 'am');
        await stopped.next();
        await stopped.return(undefined as never);
        expect((await collectParts(single.record(script, 'af'))).parts).toHaveLength(6);
        expect(children).toHaveLength(1);
      });
    });

    it('continue in another process if theirs exits during a part of another recording', async () => {
      const alone = await collectParts(shared.record(script, 'af'));
      const crashing = createRecorder(BUILT_IN_ENGINE_CHOICE, { atOnce: 1 });
      await watchStartedProcesses(async (children) => {
        const options = { getUnheardSeconds: () => Number.POSITIVE_INFINITY };
        const waiting = collectParts(crashing.record(script, 'af', options));
        const current = crashing.record(longScript, 'am');
        await current.next();
        children[0]!.kill('SIGKILL');
        await expect(collectParts(current)).rejects.toThrow('exited');
        expect(await waiting).toEqual(alone);
        expect(children).toHaveLength(2);
      });
    });

    it('continue when another one is stopped', async () => {
      const alone = await collectParts(shared.record(script, 'af'));
      const stop = new AbortController();
      const stopped = shared.record(script, 'am', { signal: stop.signal });
      const others = ['af', 'af'] as const;
      const results = others.map((narrator) => collectParts(shared.record(script, narrator)));
      await stopped.next();
      stop.abort(new Error('Enough.'));
      await expect(collectParts(stopped)).rejects.toThrow('Enough.');
      expect(await Promise.all(results)).toEqual([alone, alone]);
      expect(await collectParts(shared.record(script, 'af'))).toEqual(alone);
    });
  });

  it.runIf(isRunOfAllTests())('use one process in succession, without warnings', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    for (let run = 0; run < 12; run++)
      await collectParts(recorder.record(createScript('One.'), 'am'));
    // Node emits warnings in the next turn of the event loop, so the test waits for it.
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it.runIf(isRunOfAllTests())('run in parallel', async () => {
    const recordings = await Promise.all(
      (['af', 'am', 'bm'] as const).map((narrator) =>
        collectParts(recorder.record(createScript('Beside one another.'), narrator)),
      ),
    );
    for (const { recording } of recordings) expect(recording.samples).toBeGreaterThan(10_000);
  });

  it.runIf(isRunOfAllTests())('stop without output when the parent process is killed', async () => {
    // The recording process inherits the standard error of its parent process. `spawnSync` therefore returns only after
    // both processes have ended, with the error output of both.
    const args = ['--input-type=module', '-e', SELF_KILLING_SCRIPT];
    const { stderr, signal } = spawnSync(process.execPath, args);
    expect([signal, String(stderr)]).toEqual(['SIGKILL', '']);
  });
});

describe('a recorder', () => {
  it.each([
    [{ engine: 'neural', modelFolder: 'none', moduleFolder: 'none' }, 1],
    [BUILT_IN_ENGINE_CHOICE, 0],
  ] as const)('with %j starts %i processes in advance', async (choice, count) => {
    const recorder = createRecorder(choice);
    await watchStartedProcesses((children) => {
      recorder.preload!();
      expect(children).toHaveLength(count);
    });
    recorder.close!();
  });
});

/** A script that starts a long recording and kills its own process after the first part of the recording. */
const SELF_KILLING_SCRIPT = `
  import { createRecorder } from '${new URL('recorder.ts', import.meta.url).href}';
  const script = ${JSON.stringify(createScript(...Array<string>(200).fill('And on it goes.')))};
  for await (const _ of createRecorder(${JSON.stringify(BUILT_IN_ENGINE_CHOICE)}).record(script, 'am'))
    process.kill(process.pid, 'SIGKILL');
`;
