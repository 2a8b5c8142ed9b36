/**
 * One step of verbalisation: what is written, and what is said for it. A table of rules is read from its top:
 * each sees what those before it left, and says its numbers itself, so that no later one meets half of them.
 */
export type Rule = readonly [
  written: RegExp,
  said: string | ((written: string, ...groups: string[]) => string),
];

/** `text` with every rule applied in turn. */
export function applyRules(text: string, rules: readonly Rule[]): string {
  return rules.reduce((said, [written, say]) => said.replace(written, say as string), text);
}

/** A pattern from parts; always global, and by Unicode's letters. */
export function compilePattern(source: string, flags = ''): RegExp {
  return new RegExp(source, `gu${flags}`);
}

/** Any of several words, the longest first, so that none is taken for the beginning of another. */
export function joinAlternatives(words: readonly string[]): string {
  const longestFirst = [...words].sort((one, other) => other.length - one.length);
  return `(?:${longestFirst.map(literally).join('|')})`;
}

function literally(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
