import { createHash } from 'node:crypto';
import type { Article } from '#domain/article.ts';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import type { Lexicon } from '#speech/script/lexicon.ts';
import { buildScript, type Script } from '#speech/script/script.ts';

/** Raised with what is said here of how a recording is put together, mastered and encoded. */
const WAY_OF_RECORDING = 4;

/** What a recording is made of, beside the article. */
export interface VoiceSettings {
  lexicon: Lexicon;
  /** Names the voices, and how they are set. */
  voices: string;
}

/** What the recordings of an article are made of, as it reads now. */
export interface PreparedArticle {
  script: Script;
  /** Names the recording by each narrator. */
  names: NamesByNarrator;
}

export type NamesByNarrator = Readonly<Record<Narrator, string>>;

/** Prepares an article for recording. Takes 10 ms, and seconds for the longest texts. */
export function prepareArticle(article: Article, spoken: VoiceSettings): PreparedArticle {
  const script = buildScript(article, article.authorAlias, spoken.lexicon);
  const names = (Object.keys(NARRATORS) as Narrator[]).map(
    (narrator) => [narrator, nameOf(script, narrator, spoken)] as const,
  );
  return { script, names: Object.fromEntries(names) as NamesByNarrator };
}

/** Names a recording by all that it is made of: the same words by the same voice are recorded once. */
function nameOf(script: Script, narrator: Narrator, { voices }: VoiceSettings): string {
  const what = JSON.stringify([WAY_OF_RECORDING, voices, narrator, script]);
  return createHash('sha256').update(what).digest('hex').slice(0, 32);
}
