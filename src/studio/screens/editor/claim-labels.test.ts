import { expect, test } from 'vitest';
import { claimSourceSchema } from '#domain/claims.ts';
import { createClaimSourceId } from './claim-labels.ts';

test('builds a unique ID from the first word and the year', () => {
  expect(
    createClaimSourceId('Hugill, Peter: World Trade since 1431. Johns Hopkins, 1993', []),
  ).toBe('hugill-1431');
  expect(createClaimSourceId('Hugill', ['hugill', 'hugill-2'])).toBe('hugill-3');
  expect(claimSourceSchema.shape.id.parse(createClaimSourceId('“Ö”', []))).toBe('source');
});
