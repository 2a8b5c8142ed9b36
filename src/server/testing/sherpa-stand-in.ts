import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REQUIRED_SHERPA_VERSION } from '#speech/engines/neural/sherpa-onnx.ts';

/**
 * Source code of a module that replaces sherpa-onnx-node in tests. The module hums for a tenth of a second per letter.
 * Speakers with higher numbers hum louder.
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

/** Writes a module into a folder's `node_modules`, with the name and version of sherpa-onnx-node. */
export function writeSherpaStandIn(
  folder: string,
  source = HUMMING_MODULE_SOURCE,
  version = REQUIRED_SHERPA_VERSION,
): void {
  const moduleFolder = path.join(folder, 'node_modules', 'sherpa-onnx-node');
  mkdirSync(moduleFolder, { recursive: true });
  writeFileSync(
    path.join(moduleFolder, 'package.json'),
    JSON.stringify({ name: 'sherpa-onnx-node', version }),
  );
  writeFileSync(path.join(moduleFolder, 'index.js'), source);
}
