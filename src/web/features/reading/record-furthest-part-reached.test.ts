// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const ARTICLE_ID = vi.hoisted(() => '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c01');
const sendPut = vi.hoisted(() => vi.fn(async () => {}));
const sendGet = vi.hoisted(() => vi.fn(async () => ({ ids: [ARTICLE_ID] })));
vi.mock('#ui/lib/api.ts', async (original) => ({ ...(await original()), sendPut, sendGet }));

const { recordFurthestPartReached } = await import('./record-furthest-part-reached.ts');
const { finishedSet } = await import('#web/reader/finished-set.ts');
const { findKnownReaderItemSet } = await import('#web/reader/reader-sets.ts');
const { signIn, signOut } = await import('#web/testing/reader.ts');
const { listVisitorReadings } = await import('#web/reader/visitor-readings.ts');

const ARTICLE = {
  authorAlias: 'Plumbline',
  id: ARTICLE_ID,
  path: '/Plumbline/sixty-nanoseconds-too-soon',
  title: 'Sixty nanoseconds too soon',
};

let controller: AbortController;
let end: HTMLElement;
/** Simulates the browser's report that an element has come into view. */
let show: (id: string) => void;

beforeEach(() => {
  vi.useFakeTimers();
  sendPut.mockClear();
  sendGet.mockClear();
  const observers = new Map<
    Element,
    (entries: { target: Element; isIntersecting: true }[]) => void
  >();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #report;
      constructor(report: (entries: { target: Element; isIntersecting: true }[]) => void) {
        this.#report = report;
      }
      observe(target: Element) {
        observers.set(target, this.#report);
      }
      disconnect() {}
    },
  );
  document.body.innerHTML =
    '<article><h2 id="point-1"></h2><h2 id="point-2"></h2><h2 id="point-3"></h2><div id="end"></div></article>';
  end = document.querySelector('#end')!;
  show = (id) => {
    const target = document.querySelector(`#${id}`)!;
    observers.get(target)!([{ target, isIntersecting: true }]);
  };
  controller = new AbortController();
  signIn('ada');
  recordFurthestPartReached('ada', ARTICLE, end, controller.signal);
});
afterEach(() => {
  controller.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  signOut();
});

const listReportedSections = () =>
  sendPut.mock.calls.map((call) => (call as unknown as [string, { section: string }])[1].section);
const hidePage = () => document.dispatchEvent(new Event('visibilitychange'));

describe('a reading', () => {
  it('reports nothing before the first key point', () => {
    hidePage();
    controller.abort();
    expect(listReportedSections()).toEqual([]);
  });

  it('reports the part in which the reader stays, with the age of its beginning, and no part that was only scrolled through', () => {
    show('point-1');
    vi.advanceTimersByTime(500);
    show('point-2');
    vi.advanceTimersByTime(10_000);
    expect(listReportedSections()).toEqual(['point-2']);
    expect(sendPut).toHaveBeenCalledWith(
      `/articles/Plumbline/${ARTICLE.id}/reading`,
      { section: 'point-2', readAgo: 2000 },
      { keepalive: true },
    );
  });

  it('reports the furthest part, once', () => {
    show('point-3');
    show('point-1');
    hidePage();
    hidePage();
    vi.advanceTimersByTime(10_000);
    expect(listReportedSections()).toEqual(['point-3']);
  });

  it.each([
    ['the page is hidden', () => hidePage()],
    ['the reader leaves the article', () => controller.abort()],
  ])('is reported immediately when %s', (_, leave) => {
    show('point-2');
    leave();
    expect(listReportedSections()).toEqual(['point-2']);
  });

  it('is reported again with its age when the browser is online again', async () => {
    sendPut.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show('end');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(listReportedSections()).toEqual(['end']);
    online.mockRestore();
    dispatchEvent(new Event('online'));
    dispatchEvent(new Event('online'));
    expect(sendPut).toHaveBeenCalledTimes(2);
    expect(sendPut).toHaveBeenLastCalledWith(
      `/articles/Plumbline/${ARTICLE.id}/reading`,
      { section: 'end', readAgo: 60_000 },
      { keepalive: true },
    );
  });

  it('is not reported for another reader who has signed in since', async () => {
    sendPut.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show('end');
    await vi.advanceTimersByTimeAsync(0);
    online.mockRestore();
    signIn('ben');
    dispatchEvent(new Event('online'));
    expect(sendPut).toHaveBeenCalledTimes(1);
  });

  it('is not reported again if the server refuses it', async () => {
    sendPut.mockRejectedValueOnce(new Error('Not found'));
    show('end');
    await vi.advanceTimersByTimeAsync(0);
    dispatchEvent(new Event('online'));
    expect(sendPut).toHaveBeenCalledTimes(1);
  });

  it('reports the end immediately, and then loads the finished articles again', async () => {
    show('point-1');
    show('end');
    expect(listReportedSections()).toEqual(['end']);
    await vi.waitFor(() =>
      expect(findKnownReaderItemSet(finishedSet, 'ada')?.members).toEqual([ARTICLE.id]),
    );
  });

  it('does not load the finished articles again for other parts', async () => {
    show('point-3');
    hidePage();
    await vi.advanceTimersByTimeAsync(0);
    expect(sendGet).not.toHaveBeenCalled();
  });
});

describe('a reading by a visitor', () => {
  const { id, path, title } = ARTICLE;
  const startVisit = () => {
    controller.abort();
    controller = new AbortController();
    sendPut.mockClear();
    recordFurthestPartReached(undefined, ARTICLE, end, controller.signal);
  };

  it('is stored in the browser and not sent', () => {
    startVisit();
    show('point-2');
    hidePage();
    expect(listVisitorReadings()).toEqual([
      { id, path, title, section: 'point-2', isFinished: false },
    ]);
    expect(sendPut).not.toHaveBeenCalled();
  });

  it('remains finished if the article is started again, and is stored once', () => {
    startVisit();
    show('end');
    startVisit();
    show('point-1');
    hidePage();
    expect(listVisitorReadings()).toEqual([
      { id, path, title, section: 'point-1', isFinished: true },
    ]);
  });
});
