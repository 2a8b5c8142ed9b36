import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const FOLDER = new URL('../../deploy/cluster/', import.meta.url);
const readConfigFile = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

// `npm run test:cluster` breaks nodes of a database cluster, and checks that no acknowledged write is lost. That test
// is too slow to run often. The tests in this file therefore check the settings that prevent lost writes.

const { dcs } = parse(readConfigFile('patroni.yml')).bootstrap;

it('lets a commit return only after a synchronous standby has stored it', () => {
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  expect(dcs.postgresql.parameters.synchronous_commit).toBe('on');
});

it('gives Patroni time for two attempts to renew its claim', () => {
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
});

it('closes connections to a former primary', () => {
  const primary = readProxySection('listen primary');
  expect(primary).toContain('uri /primary');
  expect(primary).toContain('on-marked-down shutdown-sessions');
});

it('sends a request to the other web process if it could not connect, and only then', () => {
  const settings = readProxySection('backend octavo')
    .split('\n')
    .map((line) => line.trim());
  expect(settings).toContain('option redispatch 1');
  expect(settings).toContain('retry-on conn-failure');
});

/**
 * Returns the settings of a section of HAProxy's configuration. A section ends at an empty line or at the end of the
 * file.
 */
function readProxySection(title: string): string {
  const [section] = readConfigFile('haproxy.cfg').split(`\n${title}\n`).slice(1);
  if (section === undefined) throw new Error(`HAProxy's configuration has no section "${title}".`);
  return section.split(/\n\s*\n/)[0]!;
}
