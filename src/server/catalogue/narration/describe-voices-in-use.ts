import path from 'node:path';
import type { SpeechInUse } from './speech-in-use.ts';

/** Instructions for getting natural voices, for operators who use the built-in ones. */
const GET_NATURAL =
  'for natural ones, open Narrators in the studio or run: npm run narrator:neural';

/**
 * Returns a line for the operator that describes the voices in use and, if they are built in, how to get natural
 * voices.
 */
export function describeVoicesInUse({
  kind,
  choice,
  problem,
}: Pick<SpeechInUse, 'kind' | 'choice' | 'problem'>): string {
  if (problem) return `no new recordings in this process: ${problem}`;
  if (kind === 'built_in') return `built-in, synthetic; ${GET_NATURAL}`;
  return choice?.engine === 'neural' ? `natural, ${path.basename(choice.modelFolder)}` : 'natural';
}
