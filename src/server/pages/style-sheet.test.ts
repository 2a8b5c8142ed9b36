import { expect, it } from 'vitest';
import { parseStyleSheet, selectStyles } from './style-sheet.ts';

const HTML =
  '<main class="page wide"><h2 id="top">Words</h2><a data-ground="blue" data-slot="footer" aria-busy="false" href="/">Link</a></main>';

/** Returns the CSS rules of the given style sheets that can apply to {@link HTML}. */
const select = (...sheets: string[]) => selectStyles(sheets.map(parseStyleSheet), HTML);

it.each([
  '.page{color:red}',
  'main.page.wide>h2#top:first-child{color:red}',
  'a:hover:after{content:"}.gone{"}',
  'a:not(.gone){color:red}',
  ':is(.gone,.wide) a{color:red}',
  'main:has(>h2){color:red}',
  'html:not(.js) .page{color:red}',
  ':root[data-theme=dark] .page{color:red}',
  'html[data-sells-premium] .page{color:red}',
  '[href="/"][hidden]{color:red}',
  ':root[data-reading~=large] .page{color:red}',
  '[data-ground=blue]{color:red}',
  '[data-slot=footer]{color:red}',
  'h2:nth-child(2n of .gone){color:red}',
  '*,:before{color:red}',
  '@media (min-width:48rem){.page{color:red}}',
  '@layer a,b;',
])('keeps a rule that can match: %s', (css) => {
  expect(select(css)).toBe(css);
});

it.each([
  '.gone{color:red}',
  '.page .gone a{color:red}',
  '.page.gone{color:red}',
  'table{color:red}',
  '#gone{color:red}',
  ':is(.gone,table) a{color:red}',
  'main:has(.gone){color:red}',
  '[data-ground=red]{color:red}',
  '[data-slot=header]{color:red}',
  '[data-is-pending] a{color:red}',
  '[aria-pressed=true]{color:red}',
  '::view-transition-old(*){color:red}',
  '@media print{.gone{color:red}}',
])('leaves out a rule that cannot match: %s', (css) => {
  expect(select(css)).toBe('');
});

it('leaves out the selectors of a rule that cannot match', () => {
  expect(select('h1,h2,h3:is(a,b),.page{margin:0}')).toBe('h2,.page{margin:0}');
});

it('leaves out repeated declarations', () => {
  expect(select('a{color:red;color:red;top:0;color:red}')).toBe('a{color:red;top:0;color:red}');
});

it('keeps the order of cascade layers if all rules of a layer are left out', () => {
  const layers = [
    '@layer a{.gone{color:red}}@layer b{.page{color:red}}',
    '@layer a{.wide{color:red}}',
  ];
  expect(select(...layers)).toBe('@layer a;@layer b{.page{color:red}}@layer a{.wide{color:red}}');
});

it('leaves out custom properties that no rule uses, in any sheet', () => {
  const tokens = ':root{--a:1px;--b:var(--a);--c:var(--d);--d:2px;--e:;color:red}';
  expect(select(tokens, 'a{width:var(--b,var(--e))}.gone{width:var(--c)}')).toBe(
    ':root{--a:1px;--b:var(--a);--e:;color:red}a{width:var(--b,var(--e))}',
  );
});

it('keeps keyframes and fonts that a rule uses', () => {
  const keyframes = (name: string) => `@keyframes ${name}{0%{top:var(--${name})}}`;
  const font = (name: string) => `@font-face{font-family:${name};src:local(${name})}`;
  const css = `:root{--text:"Octavo Text", serif}a{animation:1s rise;font:var(--text)}@layer a{${keyframes('rise')}${keyframes('fall')}}${font('Octavo Text')}${font('Octavo Other')}`;
  expect(select(css)).toBe(
    `:root{--text:"Octavo Text", serif}a{animation:1s rise;font:var(--text)}@layer a{${keyframes('rise')}}${font('Octavo Text')}`,
  );
});
