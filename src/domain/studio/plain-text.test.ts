import { expect, it } from 'vitest';
import { htmlToComparableText, htmlToPlainText } from './plain-text.ts';

it.each([
  ['removes tags', 'an <em>odd</em><br> <a href="/x">thing</a>', 'an odd thing'],
  ['keeps "less than" signs', '2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
  ['decodes entities', '&lt;i&gt; &#x26; &#38; &quot;', '<i> & & "'],
  ['keeps quotation marks', '“It’s” ‘so’', '“It’s” ‘so’'],
  [
    'replaces invalid character references',
    'a&#0;b&#xD800;c&#99999999;d',
    'a\ufffdb\ufffdc\ufffdd',
  ],
])('%s', (_, html, text) => {
  expect(htmlToPlainText(html)).toBe(text);
});

it('returns equal texts for differently typed versions of the same words', () => {
  expect(htmlToComparableText(' “It’s” <em>so</em>,\n&nbsp;he said')).toBe('"It\'s" so, he said');
});
