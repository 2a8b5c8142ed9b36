// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { pressButton, renderOnPage, resetPage } from '#web/testing/render.tsx';
import { copy } from '../../copy.ts';
import { ClaimDialog } from './claim-dialog.tsx';
import { ClaimSourceDialog } from './claim-source-dialog.tsx';

const words = copy.claims;

afterEach(resetPage);

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function showSourceDialog() {
  const onDone = vi.fn();
  renderOnPage(
    <ClaimSourceDialog
      isOpen
      source={undefined}
      existingIds={[]}
      isUsed={false}
      onDone={onDone}
      onRemove={() => {}}
      onClose={() => {}}
    />,
  );
  return onDone;
}

function showClaimDialog() {
  const onDone = vi.fn();
  renderOnPage(
    <ClaimDialog
      isOpen
      claim={undefined}
      passage="It rose."
      sources={[]}
      onDone={onDone}
      onClose={() => {}}
    />,
  );
  return onDone;
}

it('marks every wrong field of a source', async () => {
  const onDone = showSourceDialog();
  fill(words.url, 'example.org');
  await pressButton(words.addTheSource);
  await screen.findByText(words.needSourceName);
  screen.getByText(words.urlWrong);
  expect(onDone).not.toHaveBeenCalled();
});

it('adds a source with its name trimmed and without an empty URL', async () => {
  const onDone = showSourceDialog();
  fill(words.sourceHint, '  A. Lovelace, Notes, 1843 ');
  await pressButton(words.addTheSource);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const [source] = onDone.mock.calls[0]!;
  expect(source).toMatchObject({ cite: 'A. Lovelace, Notes, 1843', kind: 'book' });
  expect(source.url).toBeUndefined();
});

it('names the first missing part of a claim', async () => {
  const onDone = showClaimDialog();
  fill(words.claim, 'It rises.');
  await pressButton(words.addClaim);
  await screen.findByText(words.needGrounds);
  expect(onDone).not.toHaveBeenCalled();
});

it('adds a claim together with its new source', async () => {
  const onDone = showClaimDialog();
  fill(words.claim, 'It rises.');
  fill(words.sourceHint, 'A. Lovelace, Notes, 1843');
  fill(words.sourceSays, 'It rises daily.');
  fill(words.against, 'One source.');
  await pressButton(words.addClaim);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const [claim, newSource] = onDone.mock.calls[0]!;
  expect(newSource).toMatchObject({ cite: 'A. Lovelace, Notes, 1843', kind: 'book' });
  expect(claim).toMatchObject({
    covers: ['It rose.'],
    source: newSource.id,
    says: 'It rises daily.',
  });
});
