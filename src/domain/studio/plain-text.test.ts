import { expect, it } from 'vitest';
import { plainText, withoutMarkup } from './plain-text.ts';

it.each([
  ['the tags of a text', 'an <em>odd</em><br> <a href="/x">thing</a>', 'an odd thing'],
  ['no sign that stands for less', '2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
  ['entities for their characters', '&lt;i&gt; &#x26; &#38; &quot;', '<i> & & "'],
  ['no quotation marks', '“It’s” ‘so’', '“It’s” ‘so’'],
  ['a number of no character', 'a&#0;b&#xD800;c&#99999999;d', 'a\ufffdb\ufffdc\ufffdd'],
])('removes %s', (_, html, text) => {
  expect(withoutMarkup(html)).toBe(text);
});

it('returns equal texts for differently typed versions of the same words', () => {
  expect(plainText(' “It’s” <em>so</em>,\n&nbsp;he said')).toBe('"It\'s" so, he said');
});
