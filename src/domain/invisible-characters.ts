/**
 * Characters that show nothing: soft hyphens, zero-width spaces, marks of direction, byte order marks. Joiners and
 * variation selectors are not among them: emoji and some scripts look different without.
 */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** A text without characters that show nothing. */
export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}
