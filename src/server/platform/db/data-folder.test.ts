import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { takeDataFolder } from './data-folder.ts';

it.each(['taken', 'taken/inside'])(
  'a data folder that cannot be made, %s, is a sentence',
  async (name) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-folder-'));
    writeFileSync(path.join(folder, 'taken'), '');
    const taking = takeDataFolder(path.join(folder, name));
    await expect(taking).rejects.toThrow(StartError);
    await expect(taking).rejects.toThrow(/^The data folder .* cannot be used: /);
    rmSync(folder, { recursive: true });
  },
);
