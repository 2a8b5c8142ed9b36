import type { Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';

/** A paragraph without its markup. */
export interface ParagraphText {
  /** The `textContent` of the paragraph in a browser. */
  plain: string;
  /**
   * The plain text, character for character, with Unicode superscripts and subscripts in place of `<sup>` and `<sub>`, so
   * that formulas can be read.
   */
  typeset: string;
}

const RAISED = alphabet('0123456789+-−n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ');
const LOWERED = alphabet('0123456789', '₀₁₂₃₄₅₆₇₈₉');

/** Extracts the text of a paragraph of inline HTML, and decodes its entities. */
export function extractParagraphText(html: string): ParagraphText {
  const plain: string[] = [];
  const typeset: string[] = [];
  walk(fromHtml(html, { fragment: true }), new Map());
  return { plain: plain.join(''), typeset: typeset.join('') };

  function walk(node: Nodes, letters: ReadonlyMap<string, string>): void {
    if (node.type === 'text') {
      plain.push(node.value);
      typeset.push(node.value.replace(/./gsu, (letter) => letters.get(letter) ?? letter));
    }
    if (!('children' in node)) return;
    const tagName = node.type === 'element' ? node.tagName : '';
    const inside = { sup: RAISED, sub: LOWERED }[tagName] ?? letters;
    for (const child of node.children) walk(child, inside);
  }
}

function alphabet(from: string, to: string): ReadonlyMap<string, string> {
  const raised = [...to];
  return new Map([...from].map((letter, at) => [letter, raised[at]!]));
}
