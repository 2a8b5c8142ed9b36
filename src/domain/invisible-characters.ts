/**
 * Matches invisible characters, such as soft hyphens, zero-width spaces, direction marks and byte order marks. Does not
 * match joiners and variation selectors, because emoji and some scripts need them.
 */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** Removes invisible characters from a string. */
export function stripInvisibleCharacters(text: string): string {
  return text.replace(INVISIBLE, '');
}
