import { LISTENING_THRESHOLDS } from '#domain/counts.ts';
import { countOnce } from '#web/lib/counts.ts';
import type { PlaybackSession } from './player-state.ts';

/**
 * Returns a function that counts a narration as heard to a certain share, such as a quarter, once the listener has
 * played that share of it. Skipped parts do not count, and repeated parts count once. Previews are not counted.
 */
export function listenedShareCounter(): (session: PlaybackSession, played: TimeRanges) => void {
  const listened = { articleId: '', hundredths: new Set<number>() };
  return ({ article, narration }, played) => {
    if (!narration || narration.extent === 'preview') return;
    if (listened.articleId !== article.id) {
      listened.articleId = article.id;
      listened.hundredths = new Set();
    }
    const { hundredths } = listened;
    for (let range = 0; range < played.length; range++)
      for (let hundredth = 0; hundredth < 100; hundredth++) {
        const middle = ((hundredth + 0.5) / 100) * narration.seconds;
        if (played.start(range) <= middle && middle < played.end(range)) hundredths.add(hundredth);
      }
    for (const { kind, share } of LISTENING_THRESHOLDS)
      if (hundredths.size >= 100 * share) countOnce(article, kind);
  };
}
