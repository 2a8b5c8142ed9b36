import type { Timings } from '#domain/timings.ts';

/**
 * The times of a narration as WebVTT (W3C, section 4): a cue for each sentence, which names in its identifier where on
 * the page it stands. `textOf` gives the words.
 */
export function formatWebVtt(
  { sentences }: Timings,
  textOf: (anchor: string, start: number) => string,
): string {
  const cues = sentences.map(({ anchor, start, from, to }) =>
    [
      `${anchor}:${start}`,
      `${timestamp(from)} --> ${timestamp(to)}`,
      escapeCueText(textOf(anchor, start)),
    ].join('\n'),
  );
  return `${['WEBVTT', ...cues].join('\n\n')}\n`;
}

/** Hours, minutes, seconds and milliseconds. */
function timestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const clock = [
    milliseconds / 3_600_000,
    (milliseconds / 60_000) % 60,
    (milliseconds / 1000) % 60,
  ];
  return `${clock.map(two).join(':')}.${String(milliseconds % 1000).padStart(3, '0')}`;
}

function escapeCueText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
