import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MODULE_VERSION } from '#speech/engines/neural/module.ts';

/** Speaks as the module does: a tone of a tenth of a second for each letter, louder by each speaker. */
export const HUMMING_MODULE_SOURCE = `
exports.OfflineTts = class {
  numSpeakers = 5;
  sampleRate = 24000;
  generate({ text, generationConfig: { sid, speed } }) {
    const samples = Float32Array.from({ length: (2400 * text.length) / speed }, (_, at) => 0.05 * (sid + 1) * Math.sin(at / 16));
    return { samples, sampleRate: 24000 };
  }
};`;

/** Puts a module of the same name and version where the real one would be: what it does is this source. */
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
