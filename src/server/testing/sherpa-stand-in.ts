import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MODULE_VERSION } from '#speech/engines/neural/module.ts';

/**
 * The source of a module that replaces sherpa-onnx: it hums a tenth of a second per letter, louder for each speaker.
 */
export const HUMMING_MODULE_SOURCE = `
exports.OfflineTts = class {
  numSpeakers = 5;
  sampleRate = 24000;
  generate({ text, generationConfig: { sid, speed } }) {
    const samples = Float32Array.from({ length: (2400 * text.length) / speed }, (_, at) => 0.05 * (sid + 1) * Math.sin(at / 16));
    return { samples, sampleRate: 24000 };
  }
};`;

/** Writes a module with this source where the real one would be installed, under the same name and version. */
export function writeSherpaStandIn(
  folder: string,
  source = HUMMING_MODULE_SOURCE,
  version = MODULE_VERSION,
): void {
  const place = path.join(folder, 'node_modules', 'sherpa-onnx-node');
  mkdirSync(place, { recursive: true });
  writeFileSync(
    path.join(place, 'package.json'),
    JSON.stringify({ name: 'sherpa-onnx-node', version }),
  );
  writeFileSync(path.join(place, 'index.js'), source);
}
