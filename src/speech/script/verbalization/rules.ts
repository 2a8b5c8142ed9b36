/**
 * A verbalization rule: a pattern and its spoken form. Each rule is applied to the result of the previous rules. A rule
 * spells out every number that it matches completely, so that no later rule matches part of the number.
 */
export type VerbalizationRule = readonly [
  written: RegExp,
  spoken: string | ((written: string, ...groups: string[]) => string),
];

/** Applies rules to a text, in order. */
export function applyRules(text: string, rules: readonly VerbalizationRule[]): string {
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
 * Joins words into a pattern that matches any of them. Longer words come first, so that a shorter word is not matched
 * in place of a longer one.
 */
export function joinAlternatives(words: readonly string[]): string {
  const longestFirst = [...words].sort((one, other) => other.length - one.length);
  return `(?:${longestFirst.map(escapeRegExp).join('|')})`;
}

function escapeRegExp(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
