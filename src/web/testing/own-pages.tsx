import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorMeta } from '#domain/author.ts';
import type { CategoryId } from '#domain/categories.ts';
import { PAYLOAD_PREFIX, type Screens } from '#domain/page.ts';
import { forgetPersonalPayloads, loadPayload } from '#web/pages/payloads.ts';
import { Providers } from '#web/providers.tsx';
import { Toaster } from '#web/ui/toast.tsx';

/** A screen and what it is given. */
type Page = { [Name in keyof Screens]: [screen: Name, props: Screens[Name]] }[keyof Screens];

/** The server, as far as a page of the reader's own can tell. */
export interface Server {
  /** What has been asked of the API: "GET /feed?limit=20". */
  calls: string[];
  /** The page at each address, by now. */
  pages: Record<string, Page>;
  /** What the API answers, by call; a change it knows nothing of is done, anything else is not there. */
  answers: Record<string, () => Response>;
}

/** A server that stands in for the network until `vi.unstubAllGlobals`, and a browser that knows nothing yet. */
export function startServer(): Server {
  const server: Server = { calls: [], pages: {}, answers: {} };
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (address.startsWith(PAYLOAD_PREFIX)) {
      const path = address.slice(PAYLOAD_PREFIX.length);
      const [name, props] = server.pages[path]!;
      return Response.json({ screen: name, props, status: 200, head: { title: name, path } });
    }
    const call = `${method} ${address.replace('/api/v1', '')}`;
    server.calls.push(call);
    const answer = server.answers[call];
    if (answer) return answer();
    return method === 'GET'
      ? Response.json({ error: 'Not found' }, { status: 404 })
      : new Response(null, { status: 204 });
  });
  return server;
}

/** Opens an address in a new tab, or the same one after a reload. */
export async function openPage(path: string, Component: ComponentType) {
  forgetPersonalPayloads();
  const route = { path, Component, loader: loadPayload, hydrateFallbackElement: <></> };
  const router = createMemoryRouter([route], { initialEntries: [path] });
  const view = render(
    <Providers>
      <RouterProvider router={router} />
      <Toaster />
    </Providers>,
  );
  await screen.findByRole('heading', { level: 1 });
  return view;
}

/** The names of what is listed, in order. */
export function listed(): (string | null)[] {
  return screen
    .getAllByRole('listitem')
    .map((item) => item.querySelector('h2')?.textContent ?? null);
}

export async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}

/** Lets answers arrive, and the query cache tell of them. */
export async function settle(): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
}

export function article(title: string, authorAlias = 'Plumbline'): ArticleMeta {
  return {
    id: title.toLowerCase(),
    authorAlias,
    path: `/${authorAlias}/${title.toLowerCase()}`,
    title,
    tagline: 'A tagline.',
    category: 'nsm',
    subcategory: 'mea',
    readingMinutes: 4,
    createdAt: '2026-11-20T06:00:00.000Z',
    hasAudio: false,
    image: { src: '/x.jpg', alt: '', attributionHtml: '', ground: 'nsm-dark' },
  };
}

export function author(alias: string, category: CategoryId, subcategory: string): AuthorMeta {
  return {
    alias,
    tagline: `${alias} writes.`,
    profileImage: { src: '/x.jpg', alt: '' },
    expertise: { category, subcategory },
    level: 'beginner',
    publishedArticleCount: 2,
  };
}
