import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readServerConfig } from './platform/config.ts';
import { SERVER_COMMAND_ARGUMENTS } from './testing/server-command.ts';

const ROOT = new URL('../../', import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

it('starts the server in the image with the options of npm start', () => {
  const [, command] = /^CMD (\[.*\])$/m.exec(readText('Dockerfile')) ?? [];
  expect(JSON.parse(command!)).toEqual(['node', ...SERVER_COMMAND_ARGUMENTS]);
});

it.each(['web', 'worker'] as const)(
  'gives the service %s of the compose file valid settings',
  (role) => {
    const { services } = parse(readText('compose.yaml'), { merge: true });
    const { environment } = services[role];
    const imageEnv = /^ENV (.*)$/m.exec(readText('Dockerfile'))![1]!;
    const pairs = imageEnv.split(' ').map((pair) => pair.split('='));
    const config = readServerConfig({ ...Object.fromEntries(pairs), ...environment });
    expect(config).toMatchObject({ ...environment, ALLOW_DEMO: true, HOST: '0.0.0.0', ROLE: role });
  },
);
