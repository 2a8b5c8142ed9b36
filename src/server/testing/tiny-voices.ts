/**
 * Writes tiny voice models of a few kilobytes each. The ONNX files generate a tone whose length depends on the text.
 * Each speaker has a different pitch and loudness. The real speech module can open the VITS models.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Sample rate in samples per second, and number of samples per token. */
export const TINY_MODEL_SAMPLE_RATE = 24_000;
const SAMPLES_PER_TOKEN = 1200;
/** Pitch of the first speaker, and difference in pitch between consecutive speakers, in Hz. */
const LOWEST_PITCH = 120;
const PITCH_STEP = 60;

/** The tokens of a character-based model. */
const LETTERS = ' abcdefghijklmnopqrstuvwxyz.,!?';

/** Writes a VITS model whose tokens are characters. It does not require espeak-ng. */
export function writeTinyVitsModel(
  folder: string,
  { speakers = 4, name = 'model.onnx' } = {},
): void {
  mkdirSync(folder, { recursive: true });
  const metadata = {
    model_type: 'vits',
    comment: 'coqui',
    language: 'English',
    frontend: 'characters',
    sample_rate: TINY_MODEL_SAMPLE_RATE,
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
    encodeNode('Gather', ['scales', 'one'], 'stretch'),
    encodeNode('Cast', ['sid'], 'speaker', FLOAT),
    ...createToneNodes('input', 'stretch', 'speaker'),
  ];
  writeFileSync(path.join(folder, name), encodeModel(inputs, nodes, metadata));
  const tokens = [...LETTERS].map((letter, id) => (letter === ' ' ? ` ${id}` : `${letter} ${id}`));
  writeFileSync(path.join(folder, 'tokens.txt'), `${tokens.join('\n')}\n`);
}

/** The default speakers of a model written by {@link writeTinyKokoroModel}. */
const KOKORO_SPEAKERS = ['af_bella', 'af_heart', 'am_michael', 'bf_emma', 'bm_george'];

/**
 * Writes a Kokoro model, or a model of another `type` in the same format. The model's metadata can be read, but the
 * speech module cannot open the model, because its espeak-ng data files are empty.
 */
export function writeTinyKokoroModel(
  folder: string,
  speakers: readonly string[] = KOKORO_SPEAKERS,
  type = 'kokoro',
): void {
  const data = path.join(folder, 'espeak-ng-data');
  mkdirSync(data, { recursive: true });
  const metadata = {
    model_type: type,
    language: 'multi-lang',
    has_espeak: 1,
    sample_rate: TINY_MODEL_SAMPLE_RATE,
    version: 2,
    voice: 'en-us',
    style_dim: `${STYLE_COUNT},1,${STYLE_LENGTH}`,
    n_speakers: speakers.length,
    speaker_names: speakers.join(','),
  };
  const inputs = [
    { name: 'tokens', type: INT64, shape: [1, 'tokens'] },
    { name: 'style', type: FLOAT, shape: [1, STYLE_LENGTH] },
    { name: 'speed', type: FLOAT, shape: [1] },
  ];
  const nodes = [
    encodeNode('Div', ['oneFloat', 'speed'], 'stretch'),
    encodeNode('ReduceMax', ['style'], 'speaker'),
    ...createToneNodes('tokens', 'stretch', 'speaker'),
  ];
  writeFileSync(path.join(folder, 'model.onnx'), encodeModel(inputs, nodes, metadata));
  const styles = speakers.map((_, speaker) =>
    new Float32Array(STYLE_COUNT * STYLE_LENGTH).fill(speaker),
  );
  writeFileSync(
    path.join(folder, 'voices.bin'),
    Buffer.concat(styles.map((each) => Buffer.from(each.buffer))),
  );
  const tokens = [...`$${LETTERS}əɪʊɛæɑɔʌɹðθʃʒŋˈˌː;:`].map((letter, id) => `${letter} ${id}`);
  writeFileSync(path.join(folder, 'tokens.txt'), `${tokens.join('\n')}\n`);
  for (const name of ['phontab', 'phonindex', 'phondata', 'intonations', 'en_dict'])
    writeFileSync(path.join(data, name), '');
}

/** Number of style vectors (one for each possible number of tokens), and the length of each vector. */
const STYLE_COUNT = 510;
const STYLE_LENGTH = 8;

/** Identifiers of the ONNX data types. */
const FLOAT = 1;
const INT64 = 7;

/**
 * Returns the graph nodes that generate a tone. The tone's length depends on the number of tokens and on `stretch`, and
 * its pitch and loudness depend on `speaker`.
 */
function createToneNodes(tokens: string, stretch: string, speaker: string): Uint8Array[] {
  return [
    encodeNode('Size', [tokens], 'count'),
    encodeNode('Cast', ['count'], 'countFloat', FLOAT),
    encodeNode('Mul', ['countFloat', 'samplesOfToken'], 'plain'),
    encodeNode('Mul', ['plain', stretch], 'stretched'),
    encodeNode('Squeeze', ['stretched'], 'samples'),
    encodeNode('Range', ['zeroFloat', 'samples', 'oneFloatScalar'], 'time'),
    encodeNode('Mul', [speaker, 'step'], 'above'),
    encodeNode('Add', ['above', 'lowest'], 'pitch'),
    encodeNode('Mul', ['time', 'pitch'], 'phase'),
    encodeNode('Sin', ['phase'], 'tone'),
    encodeNode('Mul', [speaker, 'louder'], 'more'),
    encodeNode('Add', ['more', 'quietest'], 'loudness'),
    encodeNode('Mul', ['tone', 'loudness'], 'output'),
  ];
}

const CONSTANTS: Readonly<Record<string, Constant>> = {
  one: { type: INT64, shape: [1], value: 1 },
  oneFloat: { type: FLOAT, shape: [1], value: 1 },
  oneFloatScalar: { type: FLOAT, shape: [], value: 1 },
  zeroFloat: { type: FLOAT, shape: [], value: 0 },
  samplesOfToken: { type: FLOAT, shape: [], value: SAMPLES_PER_TOKEN },
  lowest: { type: FLOAT, shape: [], value: (2 * Math.PI * LOWEST_PITCH) / TINY_MODEL_SAMPLE_RATE },
  step: { type: FLOAT, shape: [], value: (2 * Math.PI * PITCH_STEP) / TINY_MODEL_SAMPLE_RATE },
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
function encodeModel(
  inputs: readonly Input[],
  nodes: readonly Uint8Array[],
  metadata: Readonly<Record<string, string | number>>,
): Uint8Array {
  const graph = concatenate(
    ...nodes.map((each) => encodeField(1, each)),
    encodeField(2, 'humming'),
    ...Object.entries(CONSTANTS).map(([name, each]) => encodeField(5, encodeTensor(name, each))),
    ...inputs.map((each) => encodeField(11, encodeValueInfo(each))),
    encodeField(12, encodeValueInfo({ name: 'output', type: FLOAT, shape: ['samples'] })),
  );
  const properties = Object.entries(metadata).map(([key, value]) =>
    encodeField(14, concatenate(encodeField(1, key), encodeField(2, String(value)))),
  );
  const operators = concatenate(encodeField(1, ''), encodeField(2, 17));
  return concatenate(
    encodeField(1, 8),
    encodeField(7, graph),
    encodeField(8, operators),
    ...properties,
  );
}

/** Encodes a node of an ONNX graph. `castType` is the target type of a `Cast` node. */
function encodeNode(
  operator: string,
  inputs: readonly string[],
  output: string,
  castType?: number,
): Uint8Array {
  const attributes =
    castType === undefined
      ? []
      : [
          encodeField(
            5,
            concatenate(encodeField(1, 'to'), encodeField(3, castType), encodeField(20, 2)),
          ),
        ];
  const names = inputs.map((name) => encodeField(1, name));
  return concatenate(...names, encodeField(2, output), encodeField(4, operator), ...attributes);
}

function encodeTensor(name: string, { type, shape, value }: Constant): Uint8Array {
  const bytes = type === FLOAT ? new Float32Array([value]) : new BigInt64Array([BigInt(value)]);
  const sizes = shape.map((size) => encodeField(1, size));
  return concatenate(
    ...sizes,
    encodeField(2, type),
    encodeField(8, name),
    encodeField(9, new Uint8Array(bytes.buffer)),
  );
}

function encodeValueInfo({ name, type, shape }: Input): Uint8Array {
  const sizes = shape.map((size) =>
    encodeField(
      1,
      concatenate(typeof size === 'number' ? encodeField(1, size) : encodeField(2, size)),
    ),
  );
  const kind = concatenate(encodeField(1, type), encodeField(2, concatenate(...sizes)));
  return concatenate(encodeField(1, name), encodeField(2, concatenate(encodeField(1, kind))));
}

/** Encodes a Protocol Buffers field: a number as a varint, and any other value with its length. */
function encodeField(number: number, value: number | string | Uint8Array): Uint8Array {
  if (typeof value === 'number') return concatenate(encodeVarint(number << 3), encodeVarint(value));
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return concatenate(encodeVarint((number << 3) | 2), encodeVarint(bytes.length), bytes);
}

function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let remaining = value; ; remaining = Math.floor(remaining / 128)) {
    if (remaining < 128) return Uint8Array.from([...bytes, remaining]);
    bytes.push((remaining % 128) | 128);
  }
}

function concatenate(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
