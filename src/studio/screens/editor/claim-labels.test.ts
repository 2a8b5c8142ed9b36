import { expect, test } from 'vitest';
import { sourceSchema } from '#domain/claims.ts';
import { createSourceId } from './claim-labels.ts';

test('a source is named by its first word and its year, and no two alike', () => {
  expect(createSourceId('Hugill, Peter: World Trade since 1431. Johns Hopkins, 1993', [])).toBe(
    'hugill-1431',
  );
  expect(createSourceId('Hugill', ['hugill', 'hugill-2'])).toBe('hugill-3');
  expect(sourceSchema.shape.id.parse(createSourceId('“Ö”', []))).toBe('source');
});
