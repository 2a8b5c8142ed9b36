import { expect, it } from 'vitest';
import { BUILT_IN_ENGINE_CHOICE } from '#speech/engines/engine.ts';
import { describeVoicesInUse } from './describe-voices-in-use.ts';

it('describeVoicesInUse says how to get natural voices', () => {
  const line = describeVoicesInUse({
    kind: 'built_in',
    choice: BUILT_IN_ENGINE_CHOICE,
    problem: undefined,
  });
  expect(line).toBe(
    'built-in, synthetic; for natural ones, open Narrators in the studio or run: npm run narrator:neural',
  );
});

it('describeVoicesInUse names the model', () => {
  const choice = { engine: 'neural', modelFolder: '/data/kokoro', moduleFolder: '/data' } as const;
  expect(describeVoicesInUse({ kind: 'neural', choice, problem: undefined })).toBe(
    'natural, kokoro',
  );
});

it('describeVoicesInUse says if this process lacks the voices', () => {
  const problem = 'No voice model is installed on this machine.';
  expect(describeVoicesInUse({ kind: 'neural', choice: undefined, problem })).toBe(
    'no new recordings in this process: No voice model is installed on this machine.',
  );
});
