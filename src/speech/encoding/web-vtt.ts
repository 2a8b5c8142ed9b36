import type { RecordingTimings } from '#domain/timings.ts';
import type { NarrationScript } from '../script/narration-script.ts';

/**
 * Formats the timings of a narration as WebVTT (W3C, section 4), with a cue for each sentence. A cue's identifier
 * consists of the ID of the page element that contains the sentence, a colon, and the sentence's index in the element's
 * text. A cue's text is the sentence as the page shows it.
 */
export function formatWebVtt({ sentences }: RecordingTimings, script: NarrationScript): string {
  const findText = createTextFinder(script);
  const cues = sentences.map(({ anchor, start, from, to }) =>
    [
      `${anchor}:${start}`,
      `${formatTimestamp(from)} --> ${formatTimestamp(to)}`,
      escapeCueText(findText(anchor, start)),
    ].join('\n'),
  );
  return `${['WEBVTT', ...cues].join('\n\n')}\n`;
}

/** Formats seconds as `hh:mm:ss.ttt`. */
function formatTimestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const padToTwoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const clock = [
    milliseconds / 3_600_000,
    (milliseconds / 60_000) % 60,
    (milliseconds / 1000) % 60,
  ];
  return `${clock.map(padToTwoDigits).join(':')}.${String(milliseconds % 1000).padStart(3, '0')}`;
}

function escapeCueText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Returns a function that finds a sentence's text. The function takes the ID of the page element that contains the
 * sentence (`anchor`), and the sentence's index in the element's text (`start`).
 */
function createTextFinder({ sections }: NarrationScript) {
  const passages = new Map(
    sections.flatMap(({ passages }) =>
      passages.map(({ anchor, sentences }) => [anchor, sentences]),
    ),
  );
  return (anchor: string, start: number) =>
    passages.get(anchor)?.find((sentence) => sentence.start === start)?.text ?? '';
}
