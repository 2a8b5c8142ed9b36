import { NUMBER_PATTERN_SOURCE, spellCardinal, spellNumber } from './numbers.ts';
import { compilePattern, type VerbalizationRule } from './rules.ts';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

const GREEK: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  µ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  ο: 'omicron',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ς: 'sigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
};

const greek = Object.keys(GREEK).join('');
const GREEK_LETTER = `[${greek}${greek.toUpperCase()}]`;
const ANY_GREEK = String.raw`\p{Script=Greek}`;
const POWER = String.raw`(?:([⁺⁻]?[${SUPERSCRIPTS}]+|ⁿ)|\^\(?([−-]?\d+|[a-z])\)?)`;
/**
 * Matches the position after the left operand of a comparison. Without a left operand, the comparison sign belongs to
 * the number after it, as in "at ≤ 5 °C".
 */
const OPERAND = String.raw`(?<=(?:(?<!\p{L})\p{L}|[\d)${SUPERSCRIPTS}${SUBSCRIPTS}])\s?)`;

export const RELATION_SIGN_WORDS: Readonly<Record<string, string>> = {
  '=': 'equals',
  '≈': 'is about',
  '≠': 'does not equal',
  '≤': 'is at most',
  '≥': 'is at least',
  '<': 'is less than',
  '>': 'is greater than',
};

const BASE = String.raw`(?:\p{L}|\d|[)])`;

/**
 * Text normalization rules that convert powers, roots, products, Greek letters and variables with a subscript to words.
 * A superscript is spoken together with its base ("ten to the power of minus nine"). Single Latin letters in a formula
 * stay unchanged, except "a".
 */
export const MATH_FORMULA_RULES: readonly VerbalizationRule[] = [
  // Spells out functions: f(x) becomes "f of x".
  [/(?<!\p{L})(\p{L})\((\p{L})\)/gu, '$1 of $2'],
  // Separates the letters of a product, such as mc², so that they are not read as a word.
  [/(?<!\p{L})(\p{L}{2,3})(?=[²³])/gu, (product) => [...product].join(' ')],
  // Respells the variable "a", as in a + b. Otherwise, a speech engine would read it as the article.
  [/(?<!\p{L})[aA](?=\s?[=+−×÷²³^])|(?<=[=+−×÷]\s?)[aA](?!\p{L})/gu, 'ay'],
  [
    compilePattern(String.raw`${OPERAND}\s?([${Object.keys(RELATION_SIGN_WORDS).join('')}])\s?`),
    (_, relation) => ` ${RELATION_SIGN_WORDS[relation!]} `,
  ],
  [
    compilePattern(`(?:(?<!\\d)(${NUMBER_PATTERN_SOURCE}))?(${BASE})?${POWER}(?=(\\p{L})?)`),
    (_, number, base, raised, caret, next) => {
      const operand = [number && spellNumber(number), base].filter(Boolean).join(' ');
      const spoken = operand + spellPower(parseExponent(raised ?? caret!));
      return next ? `${spoken} ` : spoken;
    },
  ],
  [compilePattern(`√\\s?(?=[\\p{L}\\d(${greek}])`), ' the square root of '],
  [/∛\s?/gu, ' the cube root of '],
  [
    compilePattern(String.raw`(\p{L})([${SUBSCRIPTS}]+)`),
    (_, letter, index) => `${letter} ${spellCardinal(convertDigits(index!, SUBSCRIPTS))}`,
  ],
  [
    compilePattern(`(?<!${ANY_GREEK})(${GREEK_LETTER})(?!${ANY_GREEK})`),
    (letter) => ` ${GREEK[letter.toLowerCase()]} `,
  ],
  [/(?<=\d)\s?[×·*]\s?(?=[\d.\p{L}(])/gu, ' times '],
  [/\s?[×·⋅]\s?/gu, ' times '],
  [/(?<=[\d\p{L})])\s?÷\s?/gu, ' divided by '],
  [
    /(?<=[\d\p{L})%]\s)[−–-]\s(?=[\d(√]|\p{L}(?!\p{L}))(?<=(?:\d|(?<!\p{L})\p{L})\s[−–-]\s)/gu,
    'minus ',
  ],
  [/(?<=[\d\p{L})])\s?−\s?(?=[\d\p{L}(])/gu, ' minus '],
  // Separates a number from the letter that it multiplies: 2πr, 4x.
  [/(?<![\p{L}\d.,])(\d+)(?=[a-z](?![\p{L}\d]))/gu, (number) => `${spellCardinal(number)} `],
];

/** Converts superscript characters to normal characters: "⁻⁹" to "-9", "ⁿ" to "n". */
function parseExponent(written: string): string {
  if (written === 'ⁿ') return 'n';
  return convertDigits(written, SUPERSCRIPTS).replace(/[⁻−]/, '-').replace('⁺', '');
}

function convertDigits(written: string, alphabet: string): string {
  return [...written]
    .map((mark) => (alphabet.includes(mark) ? alphabet.indexOf(mark) : mark))
    .join('');
}

function spellPower(power: string): string {
  if (power === '2') return ' squared';
  if (power === '3') return ' cubed';
  if (/^[a-z]$/.test(power)) return ` to the power of ${power}`;
  const digits = power.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  return ` to the power of ${power.startsWith('-') ? 'minus ' : ''}${spellCardinal(digits || '0')}`;
}
