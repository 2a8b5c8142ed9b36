import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Field numbers in onnx.proto3: `metadata_props` of `ModelProto`, and the key and the value of
 * `StringStringEntryProto`.
 */
const METADATA = 14;
const KEY = 1;
const VALUE = 2;
/** Wire types of Protocol Buffers: a variable-length number, eight bytes, length-prefixed bytes, and four bytes. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;
/** The number of bytes to read at the start of a field. This is enough for the field's number and length. */
const FIELD_HEADER_SIZE = 20;

/**
 * Reads the metadata of an ONNX model. Skips the weights, which take hundreds of megabytes. Throws a TypeError if the
 * file is incomplete or not an ONNX model.
 */
export function readOnnxMetadata(path: string): ReadonlyMap<string, string> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const properties = new Map<string, string>();
    for (let offset = 0; offset < size; ) {
      const { number, start, end } = parseField(readAt(file, offset, FIELD_HEADER_SIZE), 0, offset);
      if (end > size) throw new TypeError('it is truncated');
      if (number === METADATA) addProperty(properties, readAt(file, start, end - start));
      offset = end;
    }
    if (!size) throw new TypeError('it is empty');
    return properties;
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}

function addProperty(properties: Map<string, string>, entry: Uint8Array): void {
  const texts = new Map<number, string>();
  for (let offset = 0; offset < entry.length; ) {
    const { number, start, end } = parseField(entry, offset, 0);
    texts.set(number, new TextDecoder().decode(entry.subarray(start, end)));
    offset = end;
  }
  properties.set(texts.get(KEY) ?? '', texts.get(VALUE) ?? '');
}

/**
 * Parses the Protocol Buffers field at index `offset` of `bytes`. Returns the field's number, and the offsets at which
 * the field's value starts and ends. `base` is added to both offsets. It is the position of `bytes` in the file, or 0
 * if the caller needs indexes into `bytes`.
 */
function parseField(bytes: Uint8Array, offset: number, base: number) {
  const tag = readVarint(bytes, offset);
  const number = tag.value >>> 3;
  const first = readVarint(bytes, tag.end);
  const kind = tag.value & 7;
  const start = base + (kind === BYTES ? first.end : tag.end);
  const lengths = {
    [VARINT]: first.end - tag.end,
    [FIXED64]: 8,
    [BYTES]: first.value,
    [FIXED32]: 4,
  };
  const length = lengths[kind as keyof typeof lengths];
  if (!number || length === undefined) throw new TypeError('it is not in ONNX format');
  return { number, start, end: start + length };
}

function readVarint(bytes: Uint8Array, offset: number): { value: number; end: number } {
  let value = 0;
  for (let end = offset; end < bytes.length; end++) {
    value += (bytes[end]! & 127) * 2 ** (7 * (end - offset));
    if (bytes[end]! < 128) return { value, end: end + 1 };
  }
  return { value, end: bytes.length };
}
