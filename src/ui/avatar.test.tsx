// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { Avatar } from './avatar.tsx';

afterEach(resetPage);

it('shows the initial of its author when the portrait cannot be loaded', () => {
  renderOnPage(
    <Avatar image={{ src: '/pictures/x.jpg', alt: 'Gantry' }} name="Gantry" size={48} />,
  );
  fireEvent.error(screen.getByRole('img'));
  expect(screen.queryByRole('img')).toBeNull();
  screen.getByText('G');
});
