import type { Script } from './script/service.ts';

/** Characters that are spoken in a second, pauses included: what the built-in voices come to, within a twentieth. */
const CHARACTERS_A_SECOND = 14;

/** About how many seconds a script will last, before it has been spoken. */
export function expectedSeconds({ sections }: Script): number {
  const characters = sections
    .flatMap(({ passages }) => passages.flatMap(({ sentences }) => sentences))
    .reduce((sum, { spoken }) => sum + spoken.length, 0);
  return Math.round(characters / CHARACTERS_A_SECOND);
}
