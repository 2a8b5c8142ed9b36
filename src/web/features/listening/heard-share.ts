import { LISTENING_THRESHOLDS } from '#domain/counts.ts';
import { countOnce } from '#web/lib/counts.ts';
import { audio } from './deck.ts';
import { listening } from './listening.ts';

/** Of the article that is listened to, which hundredths of its narration have been heard: by whomever it was read. */
const heard = { articleId: '', hundredths: new Set<number>() };

/**
 * Notes what has been heard, which is not where the playhead is: who goes ahead has not heard what lies between, and who
 * goes back does not hear it twice. Beginnings of a narration say nothing of how much of it was heard.
 */
export function noteHeard(): void {
  const { article, narration } = listening.get() ?? {};
  if (!article || !narration || narration.extent === 'preview') return;
  if (heard.articleId !== article.id) {
    heard.articleId = article.id;
    heard.hundredths = new Set();
  }
  const { hundredths } = heard;
  for (const [from, to] of rangesOf(audio.played))
    for (let hundredth = 0; hundredth < 100; hundredth++) {
      const middle = ((hundredth + 0.5) / 100) * narration.seconds;
      if (from <= middle && middle < to) hundredths.add(hundredth);
    }
  for (const { kind, share } of LISTENING_THRESHOLDS)
    if (hundredths.size >= 100 * share) countOnce(article, kind);
}

/** From and to, in seconds. */
function rangesOf(ranges: TimeRanges): [from: number, to: number][] {
  return Array.from({ length: ranges.length }, (_, at) => [ranges.start(at), ranges.end(at)]);
}
