/**
 * A text normalization rule: a pattern, and the spoken form that replaces the matched text. Each rule is applied to the
 * previous rules' result. A rule converts a number completely, so that no later rule matches a part of it.
 */
export type VerbalizationRule = readonly [
  written: RegExp,
  spoken: string | ((written: string, ...groups: string[]) => string),
];

/** Applies rules to a text, in order. */
export function applyVerbalizationRules(text: string, rules: readonly VerbalizationRule[]): string {
  return rules.reduce(
    (result, [pattern, spoken]) => result.replace(pattern, spoken as string),
    text,
  );
}

/** Compiles a pattern with the global and Unicode flags. */
export function compilePattern(source: string, flags = ''): RegExp {
  return new RegExp(source, `gu${flags}`);
}

/**
 * Joins words into a pattern that matches any of them. Longer words come first, because the regular expression uses the
 * first word that matches.
 */
export function joinAlternatives(words: readonly string[]): string {
  const longestFirst = [...words].sort((one, other) => other.length - one.length);
  return `(?:${longestFirst.map(escapeRegExp).join('|')})`;
}

function escapeRegExp(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
