import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSherpaStandIn } from '#server/testing/sherpa-stand-in.ts';
import {
  assertSherpaInstalled,
  loadSherpa,
  REQUIRED_SHERPA_VERSION,
  SHERPA_MANIFEST_FOLDER,
} from './sherpa-onnx.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-module-'));
  return () => rmSync(folder, { recursive: true });
});

describe('the sherpa-onnx module', () => {
  it('is requested if it is missing', () => {
    expect(() => assertSherpaInstalled(folder)).toThrow(
      `NARRATOR_MODEL needs sherpa-onnx-node ${REQUIRED_SHERPA_VERSION}, and ${folder} does not contain it. Run "npm run narrator:neural"`,
    );
  });

  it('is requested if another version is installed', () => {
    writeSherpaStandIn(folder, '', '1.0.0');
    expect(() => assertSherpaInstalled(folder)).toThrow(`${folder} has version 1.0.0`);
  });

  it('is accepted in the right version', () => {
    writeSherpaStandIn(folder);
    assertSherpaInstalled(folder);
    expect(loadSherpa(folder).OfflineTts).toBeTypeOf('function');
  });

  it('reports why this machine cannot run it', () => {
    writeSherpaStandIn(folder, 'throw new Error("Could not find sherpa-onnx-node. Tried many");');
    const platform = process.platform === 'win32' ? 'win' : process.platform;
    const addonFolder = path.join(folder, `node_modules/sherpa-onnx-${platform}-${process.arch}`);
    expect(() => loadSherpa(folder)).toThrow(/on this machine \(.+\): Cannot find module/);
    mkdirSync(addonFolder, { recursive: true });
    writeFileSync(path.join(addonFolder, 'sherpa-onnx.node'), 'no addon');
    expect(() => loadSherpa(folder)).toThrow(
      /cannot be loaded on this machine .+sherpa-onnx\.node/,
    );
  });

  it('is locked with hashes, in the same version for every platform', () => {
    const { packages } = JSON.parse(
      readFileSync(path.join(SHERPA_MANIFEST_FOLDER, 'package-lock.json'), 'utf8'),
    );
    const { '': _, ...locked } = packages;
    expect(Object.keys(locked)).toContain('node_modules/sherpa-onnx-linux-x64');
    for (const each of Object.values(locked))
      expect(each).toMatchObject({
        version: REQUIRED_SHERPA_VERSION,
        integrity: expect.stringMatching(/^sha512-/),
      });
  });
});
