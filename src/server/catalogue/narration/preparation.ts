import { createHash } from 'node:crypto';
import type { Article } from '#domain/article.ts';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import type { Lexicon } from '#speech/script/lexicon.ts';
import { buildScript, type Script } from '#speech/script/script.ts';

/**
 * Version of the recording format. Increase it when the pauses, mastering or encoding change, so that all articles are
 * recorded again.
 */
const FORMAT_VERSION = 4;

/** Settings that affect recordings in addition to the article. */
export interface VoiceSettings {
  lexicon: Lexicon;
  /** Id of the voices and their settings. */
  voices: string;
}

/** The script of an article's current text, and the names of its recordings. */
export interface PreparedArticle {
  script: Script;
  /** Names of the recordings, by narrator. */
  names: NamesByNarrator;
}

export type NamesByNarrator = Readonly<Record<Narrator, string>>;

/**
 * Prepares an article for recording: builds its script and the names of its recordings. Takes 10 ms for a typical
 * article and several seconds for the longest texts.
 */
export function prepareArticle(article: Article, spoken: VoiceSettings): PreparedArticle {
  const script = buildScript(article, article.authorAlias, spoken.lexicon);
  const names = (Object.keys(NARRATORS) as Narrator[]).map(
    (narrator) => [narrator, hashRecording(script, narrator, spoken)] as const,
  );
  return { script, names: Object.fromEntries(names) as NamesByNarrator };
}

/**
 * Returns a hash of everything that affects a recording. Recordings with the same words in the same voice have the same
 * hash and are made only once.
 */
function hashRecording(script: Script, narrator: Narrator, { voices }: VoiceSettings): string {
  const what = JSON.stringify([FORMAT_VERSION, voices, narrator, script]);
  return createHash('sha256').update(what).digest('hex').slice(0, 32);
}
