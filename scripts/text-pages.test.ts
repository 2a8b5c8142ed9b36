import { expect, it } from 'vitest';
import { CONTACT_EMAIL } from '../src/domain/contact-address.ts';
import { TIER_BENEFITS } from '../src/domain/tiers.ts';
import { compileTextPage } from './text-pages.ts';

const LEGAL = '---\ntitle: Terms\nupdated: 2025-10-31\nsummary: [Be kind.]\n---\n';
const QUESTIONS = '---\ntitle: Questions\n---\n';

it('turns each second-level heading into a section with an anchor', () => {
  expect(compileTextPage(`${LEGAL}\n## Yours & ours {#ours}\n\nOne\nline.\n\n- A\n- B\n`)).toEqual({
    title: 'Terms',
    updated: '2025-10-31',
    summary: ['Be kind.'],
    sections: [
      {
        id: 'ours',
        title: 'Yours & ours',
        html: '<h2>Yours &#x26; ours</h2><p>One line.</p><ul><li>A</li><li>B</li></ul>',
      },
    ],
  });
});

it('numbers the sections and anchors of a numbered text', () => {
  const page = compileTextPage(
    `${LEGAL.replace('---\n', '---\nnumbered: true\n')}## First\n\n## Second\n`,
  );
  expect(page).toMatchObject({
    sections: [
      { id: 'section-1', title: '1. First', html: '<h2>1. First</h2>' },
      { id: 'section-2', title: '2. Second', html: '<h2>2. Second</h2>' },
    ],
  });
});

it('turns a list whose items begin with names in code into a definition list', () => {
  const page = compileTextPage(
    `${LEGAL}## Kept {#kept}\n\n- \`a\` \`b\`\n\n  What for.\n\n  A day.\n`,
  );
  expect(page).toMatchObject({
    sections: [
      {
        html:
          '<h2>Kept</h2><dl><div><dt><code>a</code><code>b</code></dt>' +
          '<dd>What for.</dd><dd>A day.</dd></div></dl>',
      },
    ],
  });
});

it('turns third-level headings into questions, with links in the style of the page', () => {
  const page = compileTextPage(`${QUESTIONS}## One {#one}\n\n### Why?\n\n[So](/about) that.\n`);
  expect(page).toEqual({
    title: 'Questions',
    categories: [
      {
        id: 'one',
        title: 'One',
        questions: [{ question: 'Why?', answer: '<a class="link" href="/about">So</a> that.' }],
      },
    ],
  });
});

it('inserts the figures and names of the product', () => {
  const page = compileTextPage(
    `${LEGAL}## A {#a}\n\nUp to {{freeBookmarks}}: <{{contactEmail}}>.\n`,
  );
  expect(page).toMatchObject({
    sections: [
      {
        html: `<h2>A</h2><p>Up to ${TIER_BENEFITS.free.bookmarks}: <a href="mailto:${CONTACT_EMAIL}">${CONTACT_EMAIL}</a>.</p>`,
      },
    ],
  });
});

it.each([
  ['## One {#one}\n', 'The page has no front matter.'],
  [`${LEGAL}## A {#a}\n\n{{price}}\n`, 'There is no value {{price}}.'],
  [`${LEGAL}## A\n`, 'The heading "A" needs an anchor: {#some-id}.'],
  [`${LEGAL}Text\n`, 'The page has text before its first heading of level 2.'],
  [`${QUESTIONS}## A {#a}\n\n### B\n\nOne.\n\nTwo.\n`, 'The answer to "B" must be one paragraph.'],
])('rejects %j', (source, message) => {
  expect(() => compileTextPage(source)).toThrow(message);
});
