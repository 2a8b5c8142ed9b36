import { expect, it } from 'vitest';
import { toStorableJson, toWellFormedJson } from './storable-json.ts';

it('replaces characters that PostgreSQL cannot store, at any depth', () => {
  const value = JSON.parse(
    String.raw`{"a\u0000": ["b\u0000c", {"d": "\ud800e\udc00"}], "f": 1, "g": null, "h": "😀 é"}`,
  );
  expect(toStorableJson(value)).toEqual({
    'a ': ['b c', { d: '\ufffde\ufffd' }],
    f: 1,
    g: null,
    h: '😀 é',
  });
});

it('can replace lone surrogates alone', () => {
  const value = JSON.parse(String.raw`{"a": ["b\u0000c", {"d": "\ud800e\udc00"}]}`);
  expect(toWellFormedJson(value)).toEqual({ a: ['b\0c', { d: '\ufffde\ufffd' }] });
});

it('cleans the query objects of Fastify, whose prototype has no prototype', () => {
  const query = Object.assign(Object.create(Object.create(null)), { q: 'a\0b' });
  expect(toStorableJson(query)).toEqual({ q: 'a b' });
});

it('leaves values other than text, lists and plain objects unchanged', () => {
  const picture = Buffer.from([0, 1, 2]);
  const date = new Date();
  expect(toStorableJson(picture)).toBe(picture);
  expect(toStorableJson({ date }).date).toBe(date);
  expect(toStorableJson(undefined)).toBeUndefined();
});

it('accepts values that are nested deeper than the call stack', () => {
  const depth = 100_000;
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ]) {
    const text = `${open!.repeat(depth)}"b\\u0000"${close!.repeat(depth)}`;
    let nested: unknown = toStorableJson(JSON.parse(text));
    for (let level = 0; level < depth; level += 1) [nested] = Object.values(nested as object);
    expect(nested).toBe('b ');
  }
});

it('keeps a field named __proto__ as a field', () => {
  const value = toStorableJson(JSON.parse('{"__proto__": {"a": "\\u0000"}}'));
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.entries(value)).toEqual([['__proto__', { a: ' ' }]]);
});
