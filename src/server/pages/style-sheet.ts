/**
 * A condition that a document must meet so that a selector can match. It is either a feature that the document must
 * have ({@link listFeatures}), or a list of alternatives. At least one of the alternatives must be met.
 */
type Condition = string | readonly Alternative[];
/** A list of conditions that must all be met. */
type Alternative = readonly Condition[];

interface Selector {
  text: string;
  conditions: Alternative;
}

interface Declaration {
  /** The name of the declared custom property. Undefined if the declaration sets another property. */
  property?: string;
  text: string;
  /** The names of the custom properties whose values the declaration uses. */
  uses: readonly string[];
}

interface StyleRule {
  kind: 'style';
  selectors: readonly Selector[];
  declarations: readonly Declaration[];
}

/** An at-rule that contains other rules, such as `@media` or `@layer`. */
interface RuleGroup {
  kind: 'group';
  prelude: string;
  rules: StyleSheet;
}

/** An at-rule that has an effect only if other rules refer to its name, such as `@keyframes` and `@font-face`. */
interface NamedRule {
  kind: 'named';
  name: string;
  text: string;
  uses: readonly string[];
}

/** An at-rule without a block, such as the one that defines the order of cascade layers. */
interface Statement {
  kind: 'statement';
  text: string;
}

export type StyleSheet = readonly (StyleRule | RuleGroup | NamedRule | Statement)[];

/**
 * The attributes that the document's root element may have or that `boot.ts` adds. All other `data-` and `aria-`
 * attributes come from the screen's HTML, until React hydrates the page.
 */
const COMMON_ATTRIBUTES = [
  'data-status',
  'data-sells-premium',
  'data-theme',
  'data-reading',
  'data-signed-in',
  'data-premium',
  'data-advertising',
  'data-consent',
  'data-from-top',
  'aria-busy',
];
/** The features ({@link listFeatures}) that every document has or that `boot.ts` may add. */
const COMMON_FEATURES = [
  'html',
  'head',
  'body',
  '.js',
  ...COMMON_ATTRIBUTES.map((name) => `[${name}]`),
];
/**
 * The only attributes whose values are compared when rules are selected. The style sheets contain rules for specific
 * values of these attributes, and each value occurs in few documents.
 */
const VALUED_ATTRIBUTES: ReadonlySet<string> = new Set(['data-ground', 'data-slot']);
/**
 * The condition of selectors that match nothing before React hydrates the page, such as `::view-transition`. No
 * document meets this condition, so documents omit rules that have no other selectors.
 */
const ONLY_HYDRATED = 'hydrated';

/** Parses a minified style sheet without nested style rules. */
export function parseStyleSheet(css: string): StyleSheet {
  return splitBlocks(css).map(({ prelude, body }) => {
    if (body === undefined) return { kind: 'statement', text: `${prelude};` };
    const [, name] = /^@keyframes (.+)/.exec(prelude) ?? [];
    if (name) return createNamedRule(name, prelude, body);
    if (prelude === '@font-face') return createNamedRule(parseFontFamily(body), prelude, body);
    if (prelude.startsWith('@')) return { kind: 'group', prelude, rules: parseStyleSheet(body) };
    const selectors = splitAt(',', prelude).map((text) => ({
      text,
      conditions: parseSelector(text),
    }));
    // Leaves out repeated declarations, which Lightning CSS creates when it adds prefixes.
    const texts = splitAt(';', body).filter((text, at, all) => text !== all[at + 1]);
    return { kind: 'style', selectors, declarations: texts.map(parseDeclaration) };
  });
}

/**
 * Returns the CSS rules that can apply to an HTML document before React hydrates it. Leaves out custom properties,
 * keyframes and fonts that these rules do not use.
 */
export function selectStyles(sheets: readonly StyleSheet[], html: string): string {
  const features = listFeatures(html);
  const rules = sheets.flatMap((sheet) => selectRules(sheet, features));
  const properties = listUsedProperties(rules);
  const isUsed = ({ property }: Declaration) => property === undefined || properties.has(property);
  const styles = printRules(rules, isUsed, () => false);
  return printRules(rules, isUsed, ({ name }) => styles.includes(name));
}

/** Lists the features of a document that selectors can refer to: elements, classes, IDs and attributes. */
function listFeatures(html: string): ReadonlySet<string> {
  const features = new Set(COMMON_FEATURES);
  for (const [, name] of html.matchAll(/<([a-z][\w-]*)/gi)) features.add(name!.toLowerCase());
  for (const [, names] of html.matchAll(/\sclass="([^"]*)"/g))
    for (const name of names!.split(' ')) features.add(`.${name}`);
  for (const [, id] of html.matchAll(/\sid="([^"]*)"/g)) features.add(`#${id}`);
  for (const [, name, value] of html.matchAll(/\s((?:data|aria)-[\w-]+)(?:="([^"]*)")?/g))
    features.add(`[${name}]`).add(`[${name}=${value}]`);
  return features;
}

function selectRules(sheet: StyleSheet, features: ReadonlySet<string>): StyleSheet {
  return sheet.flatMap((rule): StyleSheet => {
    if (rule.kind === 'group') {
      const rules = selectRules(rule.rules, features);
      return rules.length || isLayer(rule) ? [{ ...rule, rules }] : [];
    }
    if (rule.kind !== 'style') return [rule];
    const selectors = rule.selectors.filter(({ conditions }) =>
      areConditionsMet(conditions, features),
    );
    return selectors.length ? [{ ...rule, selectors }] : [];
  });
}

function areConditionsMet(conditions: Alternative, features: ReadonlySet<string>): boolean {
  return conditions.every((condition) =>
    typeof condition === 'string'
      ? features.has(condition)
      : condition.some((alternative) => areConditionsMet(alternative, features)),
  );
}

/** Lists the custom properties that the rules use directly or through the values of other custom properties. */
function listUsedProperties(rules: StyleSheet): ReadonlySet<string> {
  const used = new Set<string>();
  const usesByProperty = new Map<string, string[]>();
  const markUsed = (names: readonly string[]) => {
    for (const name of names) used.add(name);
  };
  const visit = (rule: StyleSheet[number]) => {
    if (rule.kind === 'group') rule.rules.forEach(visit);
    if (rule.kind === 'named') markUsed(rule.uses);
    if (rule.kind !== 'style') return;
    for (const { property, uses } of rule.declarations)
      if (property === undefined) markUsed(uses);
      else usesByProperty.set(property, [...(usesByProperty.get(property) ?? []), ...uses]);
  };
  rules.forEach(visit);
  // The loop also visits names that are added to `used` while the loop is running.
  for (const name of used) markUsed(usesByProperty.get(name) ?? []);
  return used;
}

function printRules(
  rules: StyleSheet,
  isUsed: (declaration: Declaration) => boolean,
  isNeeded: (rule: NamedRule) => boolean,
): string {
  const print = (rule: StyleSheet[number]): string => {
    if (rule.kind === 'statement') return rule.text;
    if (rule.kind === 'named') return isNeeded(rule) ? rule.text : '';
    if (rule.kind === 'group') {
      const body = rule.rules.map(print).join('');
      return body || !isLayer(rule) ? printBlock(rule.prelude, body) : `${rule.prelude};`;
    }
    const declarations = rule.declarations.filter(isUsed).map(({ text }) => text);
    return printBlock(rule.selectors.map(({ text }) => text).join(), declarations.join(';'));
  };
  return rules.map(print).join('');
}

/**
 * Returns true if a rule group is a cascade layer. A layer whose rules have all been removed is printed as a statement
 * with its name, because the order in which layers are first mentioned determines their precedence.
 */
function isLayer({ prelude }: RuleGroup): boolean {
  return prelude.startsWith('@layer ');
}

function printBlock(prelude: string, body: string): string {
  return body && `${prelude}{${body}}`;
}

function createNamedRule(name: string, prelude: string, body: string): NamedRule {
  return { kind: 'named', name, text: `${prelude}{${body}}`, uses: listUses(body) };
}

function parseFontFamily(body: string): string {
  return /font-family:([^;]+)/.exec(body)![1]!.replaceAll('"', '');
}

function parseDeclaration(text: string): Declaration {
  const [, property] = /^(--[\w-]+):/.exec(text) ?? [];
  return { text, uses: listUses(text), ...(property ? { property } : {}) };
}

function listUses(text: string): string[] {
  return [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!);
}

/**
 * A pattern that matches one part of a selector. Its alternatives are, in this order: a class or ID, an attribute, a
 * pseudo-class or pseudo-element, and an element.
 */
const SELECTOR_PART =
  /([.#](?:[\w-]|\\.|[^\0-\x7f])+)|\[([\w-]+)(?:([~|^$*]?=)"?([^\]"]*)"?)?[^\]]*\]|(::?[\w-]+)(\()?|([a-z][\w-]*)/gi;

/** Returns the conditions that a document must meet so that the selector can match. */
function parseSelector(selector: string): Alternative {
  const conditions: Condition[] = [];
  const parts = new RegExp(SELECTOR_PART);
  for (let part = parts.exec(selector); part; part = parts.exec(selector)) {
    const [, name, attribute, operator, value, pseudo, parenthesis, element] = part;
    if (name) conditions.push(name.replaceAll('\\', ''));
    if (element) conditions.push(element.toLowerCase());
    if (attribute && VALUED_ATTRIBUTES.has(attribute) && operator === '=')
      conditions.push(`[${attribute}=${value}]`);
    else if (attribute?.match(/^(data|aria)-/)) conditions.push(`[${attribute}]`);
    if (pseudo?.startsWith('::view-transition')) conditions.push(ONLY_HYDRATED);
    if (!parenthesis) continue;
    const end = findEnd(selector, parts.lastIndex);
    if (pseudo && ALTERNATIVES.has(pseudo))
      conditions.push(splitAt(',', selector.slice(parts.lastIndex, end)).map(parseSelector));
    parts.lastIndex = end;
  }
  return conditions;
}

/**
 * The pseudo-classes whose arguments are alternative selectors. A document must match at least one of these selectors.
 * `:not()` is not included, because the elements that it excludes do not have to be in the document.
 */
const ALTERNATIVES: ReadonlySet<string> = new Set([':is', ':where', ':has']);

/** Splits a style sheet into its top-level statements and blocks. */
function splitBlocks(css: string): { prelude: string; body?: string }[] {
  const blocks: { prelude: string; body?: string }[] = [];
  for (let start = 0; start < css.length; ) {
    const brace = findFirst('{;', css, start);
    const prelude = css.slice(start, brace);
    const end = css[brace] === '{' ? findEnd(css, brace + 1) : undefined;
    blocks.push(end === undefined ? { prelude } : { prelude, body: css.slice(brace + 1, end) });
    start = (end ?? brace) + 1;
  }
  return blocks;
}

function splitAt(separator: string, text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = findFirst(separator, text, start);
    parts.push(text.slice(start, end));
    start = end + 1;
  }
  return parts;
}

const CLOSING = '})]';

/** Returns the index of the bracket that closes the block or parenthesis whose content begins at `start`. */
function findEnd(text: string, start: number): number {
  return findFirst(CLOSING, text, start);
}

/**
 * Finds the first of the given characters in `text` at or after `start`, ignoring strings and nested brackets. Returns
 * its index, or the length of `text` if there is none.
 */
function findFirst(characters: string, text: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let index = start; index < text.length; index++) {
    const character = text[index]!;
    if (character === '\\') index++;
    else if (quote) quote = character === quote ? '' : quote;
    else if (depth === 0 && characters.includes(character)) return index;
    else if (character === '"' || character === "'") quote = character;
    else if ('{(['.includes(character)) depth++;
    else if (CLOSING.includes(character)) depth--;
  }
  return text.length;
}
