import { describe, expect, it } from 'vitest';
import { RecordingTurns } from './recording-turns.ts';

interface TestRecording {
  name: string;
  unheard: number;
  getUnheardSeconds(): number;
}

function createRecording(name: string, unheard: number): TestRecording {
  const recording = { name, unheard, getUnheardSeconds: () => recording.unheard };
  return recording;
}

/**
 * Creates {@link RecordingTurns}. `started` lists the names of the recordings in the order in which their turns
 * started.
 */
function createTurns(limit = 1) {
  const started: string[] = [];
  const turns = new RecordingTurns<TestRecording>(limit, ({ name }) => started.push(name));
  return { turns, started };
}

describe('RecordingTurns', () => {
  it('runs at most as many turns at a time as the limit allows', () => {
    const { turns, started } = createTurns(2);
    const recordings = ['a', 'b', 'c'].map((name) => createRecording(name, 0));
    for (const recording of recordings) turns.request(recording);
    expect(started).toEqual(['a', 'b']);
    turns.end(recordings[0]!);
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('serves a new listener before a listener who has unheard audio, and both before recordings that nobody hears', () => {
    const { turns, started } = createTurns();
    const current = createRecording('current', 0);
    turns.request(current);
    const unheard = createRecording('unheard', Number.POSITIVE_INFINITY);
    const listened = createRecording('listened', 20);
    const starved = createRecording('starved', -5);
    const requested = createRecording('new', Number.NEGATIVE_INFINITY);
    for (const recording of [unheard, listened, starved, requested]) turns.request(recording);
    for (const recording of [current, requested, starved, listened]) turns.end(recording);
    expect(started).toEqual(['current', 'new', 'starved', 'listened', 'unheard']);
  });

  it('asks for the unheard audio when a turn begins, not when it is requested', () => {
    const { turns, started } = createTurns();
    const [current, first, second] = ['current', 'first', 'second'].map((name) =>
      createRecording(name, 10),
    ) as [TestRecording, TestRecording, TestRecording];
    for (const recording of [current, first, second]) turns.request(recording);
    second.unheard = 1;
    turns.end(current);
    expect(started).toEqual(['current', 'second']);
  });

  it('alternates between recordings with waiting listeners, however long they have waited', () => {
    const { turns, started } = createTurns();
    const late = createRecording('late', -60);
    const later = createRecording('later', -5);
    for (const recording of [late, later]) turns.request(recording);
    for (const recording of [late, later, late, later]) {
      turns.request(recording);
      turns.end(recording);
    }
    expect(started).toEqual(['late', 'later', 'late', 'later', 'late']);
  });

  it('does not start a withdrawn recording', () => {
    const { turns, started } = createTurns();
    const [current, withdrawn] = [createRecording('current', 0), createRecording('withdrawn', 0)];
    for (const recording of [current, withdrawn]) turns.request(recording);
    turns.withdraw(withdrawn);
    turns.end(current);
    expect(started).toEqual(['current']);
  });
});
