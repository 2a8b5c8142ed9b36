/**
 * Functions that write voice models of a few kilobytes. The ONNX files generate a tone whose length depends on the
 * text. Each speaker has a different pitch and loudness. The real speech module can open the VITS models.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Sample rate in samples per second, and number of samples per token. */
export const TINY_SAMPLE_RATE = 24_000;
const SAMPLES_OF_TOKEN = 1200;
/** Pitch of the first speaker, and difference in pitch between consecutive speakers, in Hz. */
const LOWEST = 120;
const STEP = 60;

/** The tokens of a character-based model. */
const LETTERS = ' abcdefghijklmnopqrstuvwxyz.,!?';

/** Writes a VITS model whose tokens are characters. It does not require espeak-ng. */
export function writeTinyVits(folder: string, { speakers = 4, name = 'model.onnx' } = {}): void {
  mkdirSync(folder, { recursive: true });
  const metadata = {
    model_type: 'vits',
    comment: 'coqui',
    language: 'English',
    frontend: 'characters',
    sample_rate: TINY_SAMPLE_RATE,
    n_speakers: speakers,
    add_blank: 0,
    use_eos_bos: 0,
  };
  const inputs = [
    { name: 'input', type: INT64, shape: [1, 'tokens'] },
    { name: 'input_lengths', type: INT64, shape: [1] },
    { name: 'scales', type: FLOAT, shape: [3] },
    { name: 'sid', type: INT64, shape: [1] },
  ];
  const nodes = [
    node('Gather', ['scales', 'one'], 'stretch'),
    node('Cast', ['sid'], 'speaker', FLOAT),
    ...humming('input', 'stretch', 'speaker'),
  ];
  writeFileSync(path.join(folder, name), modelOf(inputs, nodes, metadata));
  const tokens = [...LETTERS].map((letter, id) => (letter === ' ' ? ` ${id}` : `${letter} ${id}`));
  writeFileSync(path.join(folder, 'tokens.txt'), `${tokens.join('\n')}\n`);
}

/** The default speakers of a model written by {@link writeTinyKokoro}. */
const KOKORO = ['af_bella', 'af_heart', 'am_michael', 'bf_emma', 'bm_george'];

/**
 * Writes a Kokoro model, or a model of another `type` with the same format. Its espeak-ng data files are empty. The
 * metadata of the model can therefore be read, but the speech module cannot open the model.
 */
export function writeTinyKokoro(
  folder: string,
  speakers: readonly string[] = KOKORO,
  type = 'kokoro',
): void {
  const data = path.join(folder, 'espeak-ng-data');
  mkdirSync(data, { recursive: true });
  const metadata = {
    model_type: type,
    language: 'multi-lang',
    has_espeak: 1,
    sample_rate: TINY_SAMPLE_RATE,
    version: 2,
    voice: 'en-us',
    style_dim: `${STYLES},1,${STYLE}`,
    n_speakers: speakers.length,
    speaker_names: speakers.join(','),
  };
  const inputs = [
    { name: 'tokens', type: INT64, shape: [1, 'tokens'] },
    { name: 'style', type: FLOAT, shape: [1, STYLE] },
    { name: 'speed', type: FLOAT, shape: [1] },
  ];
  const nodes = [
    node('Div', ['oneFloat', 'speed'], 'stretch'),
    node('ReduceMax', ['style'], 'speaker'),
    ...humming('tokens', 'stretch', 'speaker'),
  ];
  writeFileSync(path.join(folder, 'model.onnx'), modelOf(inputs, nodes, metadata));
  const styles = speakers.map((_, speaker) => new Float32Array(STYLES * STYLE).fill(speaker));
  writeFileSync(
    path.join(folder, 'voices.bin'),
    Buffer.concat(styles.map((each) => Buffer.from(each.buffer))),
  );
  const tokens = [...`$${LETTERS}əɪʊɛæɑɔʌɹðθʃʒŋˈˌː;:`].map((letter, id) => `${letter} ${id}`);
  writeFileSync(path.join(folder, 'tokens.txt'), `${tokens.join('\n')}\n`);
  for (const name of ['phontab', 'phonindex', 'phondata', 'intonations', 'en_dict'])
    writeFileSync(path.join(data, name), '');
}

/** Number of style vectors (one for each possible number of tokens), and length of a style vector. */
const STYLES = 510;
const STYLE = 8;

/** Identifiers of the ONNX data types. */
const FLOAT = 1;
const INT64 = 7;

/**
 * Returns the graph nodes that generate a tone. Its length depends on the tokens and `stretch`. Its pitch and loudness
 * depend on `speaker`.
 */
function humming(tokens: string, stretch: string, speaker: string): Uint8Array[] {
  return [
    node('Size', [tokens], 'count'),
    node('Cast', ['count'], 'countFloat', FLOAT),
    node('Mul', ['countFloat', 'samplesOfToken'], 'plain'),
    node('Mul', ['plain', stretch], 'stretched'),
    node('Squeeze', ['stretched'], 'samples'),
    node('Range', ['zeroFloat', 'samples', 'oneFloatScalar'], 'time'),
    node('Mul', [speaker, 'step'], 'above'),
    node('Add', ['above', 'lowest'], 'pitch'),
    node('Mul', ['time', 'pitch'], 'phase'),
    node('Sin', ['phase'], 'tone'),
    node('Mul', [speaker, 'louder'], 'more'),
    node('Add', ['more', 'quietest'], 'loudness'),
    node('Mul', ['tone', 'loudness'], 'output'),
  ];
}

const CONSTANTS: Readonly<Record<string, Constant>> = {
  one: { type: INT64, shape: [1], value: 1 },
  oneFloat: { type: FLOAT, shape: [1], value: 1 },
  oneFloatScalar: { type: FLOAT, shape: [], value: 1 },
  zeroFloat: { type: FLOAT, shape: [], value: 0 },
  samplesOfToken: { type: FLOAT, shape: [], value: SAMPLES_OF_TOKEN },
  lowest: { type: FLOAT, shape: [], value: (2 * Math.PI * LOWEST) / TINY_SAMPLE_RATE },
  step: { type: FLOAT, shape: [], value: (2 * Math.PI * STEP) / TINY_SAMPLE_RATE },
  quietest: { type: FLOAT, shape: [], value: 0.05 },
  louder: { type: FLOAT, shape: [], value: 0.05 },
};

interface Constant {
  type: number;
  shape: readonly number[];
  value: number;
}

interface Input {
  name: string;
  type: number;
  /** The size of each dimension of a tensor: a number, or a name for a dynamic size. */
  shape: readonly (number | string)[];
}

/**
 * Encodes an ONNX model. The field numbers are defined in onnx.proto3 (ModelProto, GraphProto, NodeProto, TensorProto,
 * ValueInfoProto).
 */
function modelOf(
  inputs: readonly Input[],
  nodes: readonly Uint8Array[],
  metadata: Readonly<Record<string, string | number>>,
): Uint8Array {
  const graph = message(
    ...nodes.map((each) => field(1, each)),
    field(2, 'humming'),
    ...Object.entries(CONSTANTS).map(([name, each]) => field(5, tensor(name, each))),
    ...inputs.map((each) => field(11, valueInfo(each))),
    field(12, valueInfo({ name: 'output', type: FLOAT, shape: ['samples'] })),
  );
  const properties = Object.entries(metadata).map(([key, value]) =>
    field(14, message(field(1, key), field(2, String(value)))),
  );
  const operators = message(field(1, ''), field(2, 17));
  return message(field(1, 8), field(7, graph), field(8, operators), ...properties);
}

/** Encodes a node of an ONNX graph. `to` is the target type of a `Cast` node. */
function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  to?: number,
): Uint8Array {
  const attributes =
    to === undefined ? [] : [field(5, message(field(1, 'to'), field(3, to), field(20, 2)))];
  const names = inputs.map((name) => field(1, name));
  return message(...names, field(2, output), field(4, operator), ...attributes);
}

function tensor(name: string, { type, shape, value }: Constant): Uint8Array {
  const bytes = type === FLOAT ? new Float32Array([value]) : new BigInt64Array([BigInt(value)]);
  const sizes = shape.map((size) => field(1, size));
  return message(...sizes, field(2, type), field(8, name), field(9, new Uint8Array(bytes.buffer)));
}

function valueInfo({ name, type, shape }: Input): Uint8Array {
  const sizes = shape.map((size) =>
    field(1, message(typeof size === 'number' ? field(1, size) : field(2, size))),
  );
  const kind = message(field(1, type), field(2, message(...sizes)));
  return message(field(1, name), field(2, message(field(1, kind))));
}

/** Encodes a Protocol Buffers field: a number as a varint, and any other value with its length. */
function field(number: number, value: number | string | Uint8Array): Uint8Array {
  if (typeof value === 'number') return message(varint(number << 3), varint(value));
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return message(varint((number << 3) | 2), varint(bytes.length), bytes);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
}

function message(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
