import { expect, test } from 'vitest';
import { claimSourceSchema } from '#domain/claims.ts';
import { createSourceId } from './claim-labels.ts';

test('builds a unique ID from the first word and the year', () => {
  expect(createSourceId('Hugill, Peter: World Trade since 1431. Johns Hopkins, 1993', [])).toBe(
    'hugill-1431',
  );
  expect(createSourceId('Hugill', ['hugill', 'hugill-2'])).toBe('hugill-3');
  expect(claimSourceSchema.shape.id.parse(createSourceId('“Ö”', []))).toBe('source');
});
