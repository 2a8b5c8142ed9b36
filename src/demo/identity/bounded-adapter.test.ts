import { expect, test } from 'vitest';
import { createBoundedStorageAdapter } from './bounded-adapter.ts';

test('evicts the oldest entry at its limit', async () => {
  const codes = createBoundedStorageAdapter(10_000)('AuthorizationCode');
  for (let i = 0; i < 500; i++) await codes.upsert(`code-${i}`, { nonce: 'n'.repeat(50) }, 60);
  expect(await codes.find('code-0')).toBeUndefined();
  expect(await codes.find('code-499')).toBeDefined();
});

test('revokes all codes and tokens of a grant', async () => {
  const storage = createBoundedStorageAdapter();
  const [codes, tokens] = [storage('AuthorizationCode'), storage('AccessToken')];
  await codes.upsert('code', { grantId: 'one' }, 60);
  await tokens.upsert('token', { grantId: 'one' }, 60);
  await tokens.upsert('other', { grantId: 'two' }, 60);
  await codes.revokeByGrantId('one');
  expect(await codes.find('code')).toBeUndefined();
  expect(await tokens.find('token')).toBeUndefined();
  expect(await tokens.find('other')).toBeDefined();
});
