// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { startFakeServer } from '#web/testing/server.ts';
import { UploadTab } from './upload-tab.tsx';

beforeEach(() => void startFakeServer());
afterEach(resetPage);

const createFile = (name: string) => new File(['pixels'], name, { type: 'image/jpeg' });
const getInput = () => screen.getByLabelText<HTMLInputElement>('File');
const listNamesInInput = () => [...getInput().files!].map(({ name }) => name);

it('shows the chosen file in the input until another file is dropped', async () => {
  renderOnPage(<UploadTab candidate={undefined} onPreview={() => undefined} />);
  for (const name of ['a.jpg', 'b.jpg']) {
    await userEvent.upload(getInput(), createFile(name));
    expect(listNamesInInput()).toEqual([name]);
    screen.getByText(`${name}, 1 KB`);
  }
  fireEvent.drop(getInput(), { dataTransfer: { files: [createFile('c.jpg')] } });
  expect(listNamesInInput()).toEqual([]);
  screen.getByText('c.jpg, 1 KB');
});
