import path from 'node:path';
import type { ActiveSpeechEngine } from './active-speech-engine.ts';

/** Instructions for operators who use the built-in voices: how to get natural voices. */
const GET_NATURAL =
  'for natural ones, open Narrators in the studio or run: npm run narrator:neural';

/**
 * Returns one line of text that tells the operator which voices are in use, or why this process
 * cannot record with them. If they are the built-in voices, the line also says how to get natural
 * voices.
 */
export function describeVoicesInUse({
  kind,
  choice,
  problem,
}: Pick<ActiveSpeechEngine, 'kind' | 'choice' | 'problem'>): string {
  if (problem) return `no new recordings in this process: ${problem}`;
  if (kind === 'built_in') return `built-in, synthetic; ${GET_NATURAL}`;
  return choice?.engine === 'neural' ? `natural, ${path.basename(choice.modelFolder)}` : 'natural';
}
