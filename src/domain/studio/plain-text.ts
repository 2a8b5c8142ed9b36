const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
};

/**
 * Removes the tags from HTML. Decodes numeric entities, and the named entities in
 * {@link NAMED_ENTITIES}.
 */
export function htmlToPlainText(html: string): string {
  return (
    html
      // A "<" before a space or a digit means "less than" and does not begin a tag.
      .replaceAll(/<[a-z/!?][^<>]*>/gi, '')
      .replaceAll(
        /&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|nbsp));/gi,
        (_match, hex, decimal, name) =>
          name
            ? NAMED_ENTITIES[name.toLowerCase()]!
            : toCharacter(hex ? Number.parseInt(hex, 16) : Number(decimal)),
      )
  );
}

/**
 * Converts HTML to plain text for comparisons. It replaces curly quotation marks with straight ones, and collapses
 * white space.
 */
export function htmlToComparableText(html: string): string {
  return htmlToPlainText(html)
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the character with the given code point. An invalid code point becomes U+FFFD, as in the HTML standard. */
function toCharacter(codePoint: number): string {
  const isCharacter =
    codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return isCharacter ? String.fromCodePoint(codePoint) : '\ufffd';
}
