const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
};

/** A text without markup, in the characters it is written in. */
export function withoutMarkup(html: string): string {
  return (
    html
      // Before a space or a figure it means "less than".
      .replaceAll(/<[a-z/!?][^<>]*>/gi, '')
      .replaceAll(
        /&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|nbsp));/gi,
        (_all, hex, decimal, name) =>
          name
            ? NAMED[name.toLowerCase()]!
            : characterOf(hex ? Number.parseInt(hex, 16) : Number(decimal)),
      )
  );
}

/** A text without markup, to be compared: with the same characters for the same words, however they were typed. */
export function plainText(html: string): string {
  return withoutMarkup(html)
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** As the HTML standard has it, a number that is no character's stands for U+FFFD. */
function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}
