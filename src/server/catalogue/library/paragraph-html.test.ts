import { describe, expect, it } from 'vitest';
import { removeDisallowedTagsAndAttributes, sanitizeParagraphHtml } from './paragraph-html.ts';

describe('an untrusted paragraph', () => {
  it.each([
    ['<p>One <b>two</b> <em class="x">three</em></p>', 'One two <em>three</em>'],
    ['a<BR/>b<br class="x">c', 'a<br>\nb<br>\nc'],
    [
      '<a href="https://a.example/?b=1" onclick="c()">d</a>',
      '<a href="https://a.example/?b=1">d</a>',
    ],
    ['<a href="javascript:a()">b</a>', '<a>b</a>'],
    ['a<script>b()</script><style>c</style>d', 'ad'],
    ['<img src=x onerror=a()>b', 'b'],
    ['1 < 2 & 3 > 2', '1 &#x3C; 2 &#x26; 3 > 2'],
    ['<em>open', '<em>open</em>'],
    ['<scr<b>ipt>a()</script>b', 'b'],
  ])('sanitizes %j to %j', (html, sanitized) => {
    expect(sanitizeParagraphHtml(html)).toBe(sanitized);
    expect(sanitizeParagraphHtml(sanitized)).toBe(sanitized);
  });

  it.each([
    ['<li><b a1><b a2>x<li>y', 'xy'],
    ['<code a1><sub a="2">x</sub></code>', '<code><sub>x</sub></code>'],
    ['<em title="a>b">c</em>', '<em>c</em>'],
    ['<a href="https://a.example/">b</a>', '<a href="https://a.example/">b</a>'],
    ['1 < 2 and <em>3 > 2</em>', '1 < 2 and <em>3 > 2</em>'],
  ])('is stripped of disallowed tags and attributes before parsing: %j', (html, stripped) => {
    expect(removeDisallowedTagsAndAttributes(html)).toBe(stripped);
  });
});
