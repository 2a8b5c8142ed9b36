/**
 * Measures the built-in voices, or the voices of the model in NARRATOR_MODEL. Each narrator reads the same sentences
 * (voices.txt). The exit code is 1 if a narrator misses a limit.
 *
 *   npm run bench:voices -- [--quick | --articles N] [--narrator af] [--json FILE]
 *
 * --quick     measures ten sentences instead of forty, for a first look
 * --articles  measures the first paragraph of each of the newest N articles instead
 * --narrator  measures only one narrator: af, am, bf or bm
 * --json      also writes everything to a file
 *
 * All measurements use the recording that a listener would receive, decoded from its MP3 file. If speech recognizers
 * are installed (speech-recognizer.ts), the words that they misrecognize are counted. Speeds refer to the processor
 * time of all threads. Compare them only within one run.
 */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { narratorIdSchema } from '#domain/narrator-id-schema.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { parseArticleFile } from '#server/catalogue/library/article-file.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { chooseSpeechSetup } from '#server/catalogue/narration/choose-speech.ts';
import { readConfig } from '#server/platform/config.ts';
import { concatSamples } from '#speech/encoding/bytes.ts';
import { openMp3Encoder } from '#speech/encoding/mp3.ts';
import { buildMp3File } from '#speech/encoding/mp3-file.ts';
import { openBuiltInVoices } from '#speech/engines/built-in-voices.ts';
import type { SpeechEngine } from '#speech/engines/engine.ts';
import { openNeuralEngine } from '#speech/engines/neural/neural-engine.ts';
import { measureLoudness, TARGET_LOUDNESS_IN_LUFS } from '#speech/mastering/loudness.ts';
import { masterSentenceAudio } from '#speech/mastering/sentence.ts';
import { measureTruePeakInDecibels } from '#speech/mastering/true-peak.ts';
import { RecordingBuffer, synthesizeScript } from '#speech/recording.ts';
import { EMPTY_LEXICON } from '#speech/script/lexicon.ts';
import { buildScript, type NarrationScript } from '#speech/script/narration-script.ts';
import { splitSentences } from '#speech/script/segmentation.ts';
import { verbalizeSentence } from '#speech/script/verbalization/verbalize-sentence.ts';
import { decodeMp3 } from './mp3-file.ts';
import {
  describeMachine,
  formatThreeSignificantDigits,
  isLimitMissed,
  type LimitCheck,
  printReport,
  type ReportTable,
} from './report.ts';
import {
  countClippedSamples,
  measureLongestSilence,
  measurePitch,
  measurePitchDeviation,
} from './sound.ts';
import { computeWordErrorRates, findSpeechRecognizers } from './speech-recognizer.ts';

const SENTENCES = new URL('voices.txt', import.meta.url);
/**
 * The number of paragraphs in each section of the measured script. Each paragraph has five sentences, so a section is
 * about as long as a section of an article.
 */
const PARAGRAPHS_IN_SECTION = 2;
const QUICK_PARAGRAPHS = 2;
/**
 * The minimum standard deviation of a narrator's pitch, in semitones. A voice with a smaller value sounds monotonous.
 */
const MIN_PITCH_RANGE = 1.8;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    articles: { type: 'string' },
    narrator: { type: 'string' },
    json: { type: 'string' },
  },
});
const narrators = options.narrator
  ? [narratorIdSchema.parse(options.narrator)]
  : (Object.keys(NARRATORS_BY_ID) as NarratorId[]);

/** The measurements of a narrator. */
interface Figures {
  /** The word error rates, one for each speech recognizer. */
  wordErrors: readonly number[];
  /** The median pitch in Hz. */
  pitch: number;
  /** The standard deviation of the pitch in semitones. */
  pitchRange: number;
  /** Words per minute, not counting the pauses between sentences. */
  sentenceRate: number;
  /** Words per minute, counting the pauses between sentences. */
  rate: number;
  /** The integrated loudness in LUFS. */
  loudness: number;
  /** The true peak in dB relative to full scale. */
  truePeak: number;
  clippedSamples: number;
  /** The longest silence in seconds. */
  longestSilence: number;
  /**
   * Speeds of synthesis, mastering and encoding, and of all three together. The unit is seconds of audio per second of
   * processor time.
   */
  speaking: number;
  mastering: number;
  encoding: number;
  inAll: number;
}

const machine = describeMachine();
const recognizers = findSpeechRecognizers();
if (!recognizers.length)
  console.error('No recognizer is installed here: word errors are left out.');
const script = options.articles
  ? await readFirstParagraphs(Number(options.articles))
  : await readSentences();
const { choice } = chooseSpeechSetup(readConfig(process.env));
if (choice.engine === 'service')
  throw new Error('This bench measures voices of this machine. Unset NARRATOR_URL.');
const engine =
  choice.engine === 'flite'
    ? await openBuiltInVoices()
    : openNeuralEngine(choice.modelFolder, choice.moduleFolder);
const measured = new Map<NarratorId, Figures>();
for (const narrator of narrators) {
  console.error(`… ${NARRATORS_BY_ID[narrator].name}`);
  measured.set(narrator, await measure(narrator));
}
const report = { machine, tables: [buildTable(measured)], limits: listLimits(measured) };
printReport(report);
if (options.json) {
  const figures = Object.fromEntries(measured);
  await writeFile(options.json, `${JSON.stringify({ ...report, figures }, null, 2)}\n`);
}
process.exitCode = report.limits.some(isLimitMissed) ? 1 : 0;

/** Returns a script that consists of the first paragraph of each of the library's `count` newest articles. */
async function readFirstParagraphs(count: number): Promise<NarrationScript> {
  const folder = path.join(SHIPPED_LIBRARY_FOLDER, 'articles');
  const paths = globSync('*/*.md', { cwd: folder });
  const articles = await Promise.all(
    paths.map(async (file) => parseArticleFile(await readFile(path.join(folder, file), 'utf8'))),
  );
  const newest = articles
    // Article IDs begin with their creation time, so sorting them in descending order puts the newest articles first.
    .sort((one, other) => other.id.localeCompare(one.id))
    .slice(0, count);
  return {
    sections: newest.map((article) => {
      const { kind, title, passages } = buildScript(article, '').sections[1]!;
      return { kind, title: `${title}: ${article.title}`, passages: passages.slice(0, 1) };
    }),
  };
}

async function readSentences(): Promise<NarrationScript> {
  const text = (await readFile(SENTENCES, 'utf8')).trim();
  const passages = text
    .split('\n\n')
    .slice(0, options.quick ? QUICK_PARAGRAPHS : undefined)
    .map((paragraph, at) => ({
      anchor: `introduction.${at}`,
      sentences: splitSentences(paragraph.replaceAll('\n', ' ')).map((sentence) => ({
        ...sentence,
        spoken: verbalizeSentence(sentence.text, EMPTY_LEXICON),
      })),
    }));
  const starts = passages.flatMap((_, at) => (at % PARAGRAPHS_IN_SECTION ? [] : [at]));
  return {
    sections: starts.map((start) => ({
      kind: 'introduction',
      title: `From paragraph ${start + 1}`,
      passages: passages.slice(start, start + PARAGRAPHS_IN_SECTION),
    })),
  };
}

async function measure(narrator: NarratorId): Promise<Figures> {
  const spoken = script.sections.flatMap(({ passages }) =>
    passages.flatMap(({ sentences }) => sentences.map(({ spoken }) => spoken)),
  );
  const words = spoken.join(' ').split(' ').length;
  const { audioByText, seconds, ...speeds } = await timeSteps(spoken, narrator);
  const { samples, sampleRate, sentences } = await buildRecording(narrator, audioByText);
  // The pitch is measured only in the sentences, because the sounds that separate two sections would distort it.
  const speech = concatSamples(
    sentences.map(({ from, to }) => samples.subarray(from * sampleRate, to * sampleRate)),
  );
  return {
    wordErrors: computeWordErrorRates(recognizers, samples, sampleRate, spoken.join(' ')),
    pitch: measurePitch(speech, sampleRate),
    pitchRange: measurePitchDeviation(speech, sampleRate),
    sentenceRate: (60 * words) / seconds,
    rate: (60 * words * sampleRate) / samples.length,
    loudness: measureLoudness(samples, sampleRate),
    truePeak: measureTruePeakInDecibels(samples),
    clippedSamples: [...audioByText.values(), samples].reduce(
      (sum, each) => sum + countClippedSamples(each),
      0,
    ),
    longestSilence: measureLongestSilence(samples, sampleRate),
    ...speeds,
  };
}

/**
 * Measures how fast sentences are synthesized, mastered and encoded. The unit is seconds of audio, without pauses, per
 * second of processor time.
 */
async function timeSteps(spoken: readonly string[], narrator: NarratorId) {
  const { sampleRate } = engine;
  const gain = await engine.gainOf(narrator);
  const encoder = await openMp3Encoder(sampleRate);
  const audioByText = new Map<string, Float32Array>();
  const times = { speaking: 0, mastering: 0, encoding: 0 };
  const timeStep = async <Result>(
    step: keyof typeof times,
    run: () => Result | Promise<Result>,
  ): Promise<Result> => {
    const before = process.cpuUsage();
    const result = await run();
    const { user, system } = process.cpuUsage(before);
    times[step] += (user + system) / 1e6;
    return result;
  };
  let seconds = 0;
  // The first sentence is also synthesized before the measurement, because V8 compiles the code during the first calls.
  await engine.speak(spoken[0]!, narrator);
  for (const words of spoken) {
    const speech = await timeStep('speaking', () => engine.speak(words, narrator));
    const sentence = await timeStep('mastering', () =>
      masterSentenceAudio(speech, sampleRate, gain),
    );
    await timeStep('encoding', () => encoder.encode(sentence));
    audioByText.set(words, speech);
    seconds += sentence.length / sampleRate;
  }
  const { speaking, mastering, encoding } = times;
  return {
    audioByText,
    seconds,
    speaking: seconds / speaking,
    mastering: seconds / mastering,
    encoding: seconds / encoding,
    inAll: seconds / (speaking + mastering + encoding),
  };
}

/** Builds a recording from sentences that are already synthesized. */
async function buildRecording(
  narrator: NarratorId,
  audioByText: ReadonlyMap<string, Float32Array>,
) {
  const replayEngine: SpeechEngine = { ...engine, speak: (words) => audioByText.get(words)! };
  const buffer = new RecordingBuffer();
  const recording = synthesizeScript(script, narrator, replayEngine);
  let next = await recording.next();
  for (; !next.done; next = await recording.next()) buffer.add(next.value);
  const { frames, samples, timings } = buffer.toAudio(next.value);
  const { name } = NARRATORS_BY_ID[narrator];
  const { chapters } = timings;
  const tags = { title: 'Sentences', author: 'Octavo', narrator: name, chapters };
  const decoded = await decodeMp3(buildMp3File(frames, samples, tags));
  return { ...decoded, sentences: timings.sentences };
}

function buildTable(measured: ReadonlyMap<NarratorId, Figures>): ReportTable {
  const times = (speed: number) => `× ${formatThreeSignificantDigits(speed)}`;
  const rows = {
    ...Object.fromEntries(
      recognizers.map(({ name }, at) => [
        `word errors, ${name}`,
        ({ wordErrors }: Figures) => wordErrors[at]!.toFixed(3),
      ]),
    ),
    'median pitch, Hz': ({ pitch }) => pitch.toFixed(0),
    'pitch range, semitones': ({ pitchRange }) => pitchRange.toFixed(2),
    'words a minute, sentences': ({ sentenceRate }) => sentenceRate.toFixed(0),
    'words a minute, recording': ({ rate }) => rate.toFixed(0),
    'loudness, LUFS': ({ loudness }) => loudness.toFixed(1),
    'true peak, dB': ({ truePeak }) => truePeak.toFixed(1),
    'clipped samples': ({ clippedSamples }) => String(clippedSamples),
    'longest silence, seconds': ({ longestSilence }) =>
      formatThreeSignificantDigits(longestSilence),
    'speaking, of real time': ({ speaking }) => times(speaking),
    'mastering, of real time': ({ mastering }) => times(mastering),
    'encoding, of real time': ({ encoding }) => times(encoding),
    'all three, of real time': ({ inAll }) => times(inAll),
  } as const satisfies Record<string, (figures: Figures) => string>;
  return {
    title: `Narrators, ${options.articles ? `${options.articles} paragraphs` : `${options.quick ? 10 : 40} sentences`}`,
    columns: [...measured.keys()],
    rows: Object.entries(rows).map(([name, cell]) => ({
      name,
      cells: [...measured.values()].map(cell),
    })),
  };
}

function listLimits(measured: ReadonlyMap<NarratorId, Figures>): LimitCheck[] {
  const checks = [...measured].flatMap(([narrator, figures]): LimitCheck[] => [
    atMost(
      `${narrator}: loudness, from ${TARGET_LOUDNESS_IN_LUFS} LUFS`,
      Math.abs(figures.loudness - TARGET_LOUDNESS_IN_LUFS),
      1,
      ' LU',
    ),
    atMost(`${narrator}: true peak`, figures.truePeak, -1, ' dB'),
    atMost(`${narrator}: clipped samples`, figures.clippedSamples, 0),
    atMost(`${narrator}: longest silence`, figures.longestSilence, 0.85, ' s'),
    atLeast(`${narrator}: pitch range`, figures.pitchRange, MIN_PITCH_RANGE, ' semitones'),
    atLeast(`${narrator}: words a minute`, figures.rate, 150),
    atMost(`${narrator}: words a minute`, figures.rate, 170),
  ]);
  const pitch = (narrator: NarratorId) => measured.get(narrator)!.pitch;
  if (measured.size < Object.keys(NARRATORS_BY_ID).length) return checks;
  const pitches = [...measured.keys()].map(pitch).sort((one, other) => one - other);
  const steps = pitches.slice(1).map((higher, at) => higher / pitches[at]!);
  return [
    ...checks,
    atLeast(
      'lower woman above higher man',
      Math.min(pitch('af'), pitch('bf')) - Math.max(pitch('am'), pitch('bm')),
      60,
      ' Hz',
    ),
    // Any two narrators' pitches must differ by at least two semitones, a factor of 1.12, because listeners easily
    // notice such a difference.
    atLeast('next of the four pitches', Math.min(...steps), 1.12, ' ×'),
  ];
}

function atLeast(name: string, measured: number, limit: number, unit = ''): LimitCheck {
  return { name, measured, limit, bound: 'at least', unit };
}

function atMost(name: string, measured: number, limit: number, unit = ''): LimitCheck {
  return { name, measured, limit, bound: 'at most', unit };
}
