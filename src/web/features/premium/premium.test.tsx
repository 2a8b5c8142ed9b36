// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { isOngoingStatus, type SubscriptionProfile } from '#domain/subscription.ts';
import { mockNavigation } from '#web/testing/mock-navigation.ts';
import { createIdToken, setIdTokenCookie, signIn, signOut } from '#web/testing/reader.ts';
import { getCurrentPrompt, pressButton, renderOnPage, resetPage } from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  neverRespond,
  rejectAsOffline,
  startFakeServer,
} from '#web/testing/server.ts';
import { showCheckoutOutcome } from './checkout-outcome.ts';
import { PLAN_FORM_ID, PlanActionButton } from './plan-action-button.tsx';
import { createPlansUrl, parsePlansUrl } from './plans-url.ts';
import { SubscriptionCard } from './subscription-card.tsx';

const FREE: SubscriptionProfile = {
  subscriptionTier: 'free',
  subscriptionStatus: null,
  subscriptionExpiresAt: null,
  subscriptionEnds: false,
};
const PAID: SubscriptionProfile = {
  subscriptionTier: 'premium',
  subscriptionStatus: 'active',
  subscriptionExpiresAt: '2026-12-22T09:00:00.000Z',
  subscriptionEnds: false,
};
const CHECKOUT = 'POST /subscriptions/checkout';
const PORTAL = 'POST /subscriptions/customer-portal';

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
});
afterEach(async () => {
  await resetPage();
  vi.restoreAllMocks();
});

function signInWith(profile: SubscriptionProfile) {
  server.responses['GET /user/profile'] = createJsonResponder(profile);
  signIn('ada', { tier: profile.subscriptionTier });
}

describe('the plan’s button', () => {
  const renderButton = (at = '/plans') =>
    renderOnPage(
      <>
        <input form={PLAN_FORM_ID} type="radio" name="cycle" value="annual" defaultChecked />
        <PlanActionButton />
      </>,
      { at },
    );

  it('asks a visitor to sign in, and stores the intent', async () => {
    renderButton('/plans?from=%2FVera%2Fice');
    await pressButton('Upgrade to Premium');
    const returnTo = '/plans?from=%2FVera%2Fice&cycle=annual';
    expect(getCurrentPrompt()).toEqual({
      kind: 'sign-in',
      intent: { action: 'upgrade', cycle: 'annual', returnTo },
    });
    expect(server.changes).toEqual([]);
  });

  it('opens the checkout, and is busy until it opens', async () => {
    const navigate = mockNavigation();
    signInWith(FREE);
    server.responses[CHECKOUT] = createJsonResponder({ sessionUrl: 'https://pay.example/c/1' });
    renderButton();
    await pressButton('Upgrade to Premium');
    await waitFor(() => expect(navigate).toHaveBeenCalledWith('https://pay.example/c/1'));
    const busy = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Loading...' });
    expect(busy.every(({ disabled }) => disabled)).toBe(true);
    expect(server.requests.find(({ call }) => call === CHECKOUT)?.body).toEqual({
      billingCycle: 'annual',
      returnTo: '/plans?cycle=annual',
    });
    // Going back restores the page from the back-forward cache, with its button still busy.
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await screen.findByRole('button', { name: 'Upgrade to Premium' });
  });

  it.each([
    ['the network is gone', rejectAsOffline],
    ['the server fails', createErrorResponder(500)],
    ['it is forbidden', createErrorResponder(403)],
    [
      'it is requested too often',
      createErrorResponder(429, 'Rate limit exceeded, retry in 1 minute'),
    ],
  ])('shows a message if %s, and can be pressed again', async (_, respond) => {
    signInWith(FREE);
    server.responses[CHECKOUT] = respond;
    renderButton();
    await pressButton('Upgrade to Premium');
    await screen.findByText(ERROR_MESSAGES.checkoutFailed);
    await screen.findByRole('button', { name: 'Upgrade to Premium' });
  });

  it('asks a reader whose session has ended to sign in again, without an error message', async () => {
    signInWith(FREE);
    server.responses[CHECKOUT] = createErrorResponder(401);
    const { container } = renderButton();
    await pressButton('Upgrade to Premium');
    await waitFor(() =>
      expect(getCurrentPrompt()).toMatchObject({ intent: { action: 'upgrade', cycle: 'annual' } }),
    );
    await screen.findByRole('button', { name: 'Upgrade to Premium' });
    expect(container.textContent).not.toContain(ERROR_MESSAGES.checkoutFailed);
  });

  it('manages an unpaid subscription, and shows that it is paused', async () => {
    server.responses['GET /user/profile'] = createJsonResponder({
      ...PAID,
      subscriptionStatus: 'past_due',
    });
    signIn('ada');
    renderButton();
    await screen.findByText(/We couldn’t charge your card/);
    expect(screen.queryByRole('button', { name: 'Upgrade to Premium' })).toBeNull();
    const buttons = screen.getAllByRole('button', { name: 'Manage Subscription' });
    expect(buttons).toHaveLength(2);
    // The buttons for managing a subscription are shown even if Premium is not for sale.
    for (const button of buttons) expect(button.closest('.sold-only')).toBeNull();
  });

  it('shows a message if the portal cannot be opened', async () => {
    signInWith(PAID);
    server.responses[PORTAL] = createErrorResponder(500);
    renderButton();
    const getManageButtons = () => screen.getAllByRole('button', { name: 'Manage Subscription' });
    await waitFor(() => expect(getManageButtons()).toHaveLength(2));
    getManageButtons()[1]!.click();
    await screen.findByText(ERROR_MESSAGES.portalFailed);
  });
});

describe('the subscription in the settings', () => {
  it.each<[string, SubscriptionProfile, (string | RegExp)[]]>([
    ['free', FREE, ['Free', 'See Premium']],
    ['active', PAID, ['Premium', 'Active', 'Next Payment', 'December 22, 2026']],
    ['ending', { ...PAID, subscriptionEnds: true }, ['Ends', 'December 22, 2026', 'Active']],
    ['trialing', { ...PAID, subscriptionStatus: 'trialing' }, ['Trial', 'Next Payment']],
    ['past due', { ...PAID, subscriptionStatus: 'past_due' }, ['Past Due', 'Manage Subscription']],
    [
      'canceled',
      {
        ...FREE,
        subscriptionStatus: 'canceled',
        subscriptionExpiresAt: PAID.subscriptionExpiresAt,
      },
      ['Canceled', 'See Premium'],
    ],
    [
      'of an unsupported status',
      { ...FREE, subscriptionStatus: 'incomplete_expired' },
      [/^Every article/, 'Free', 'See Premium'],
    ],
    [
      'unpaid',
      { ...FREE, subscriptionStatus: 'unpaid' },
      [/^Your subscription is paused/, 'Free', 'Manage Subscription'],
    ],
  ])('shows its status: %s', async (_, profile, texts) => {
    signInWith(profile);
    renderOnPage(<SubscriptionCard />);
    for (const text of texts) await screen.findByText(text);
    const isOngoing = isOngoingStatus(profile.subscriptionStatus);
    expect(screen.queryByText(/Next Payment|Ends|Payment failed/) !== null).toBe(isOngoing);
  });

  it('shows a message if the profile fails to load, and can load it again', async () => {
    signInWith(PAID);
    server.responses['GET /user/profile'] = createErrorResponder(500);
    renderOnPage(<SubscriptionCard />);
    await screen.findByText('We couldn’t load your subscription.');
    server.responses['GET /user/profile'] = createJsonResponder(PAID);
    await pressButton('Try Again');
    await screen.findByText('Active');
  });

  it('is managed in a tab without a reference to this page', async () => {
    const tab = {
      opener: window as unknown,
      document: document.implementation.createHTMLDocument(),
      close: vi.fn(),
    };
    const onClick = vi.fn();
    tab.document.addEventListener('click', ({ target }) => onClick(target));
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    signInWith(PAID);
    server.responses[PORTAL] = createJsonResponder({ portalUrl: 'https://pay.example/p/1' });
    renderOnPage(<SubscriptionCard />);
    await screen.findByRole('button', { name: 'Manage Subscription' });
    await pressButton('Manage Subscription');
    await waitFor(() => expect(onClick).toHaveBeenCalled());
    const link = onClick.mock.lastCall![0] as HTMLAnchorElement;
    expect([link.href, link.rel, tab.opener]).toEqual([
      'https://pay.example/p/1',
      'noreferrer',
      null,
    ]);
    await screen.findByRole('button', { name: 'Manage Subscription' });
  });

  it('closes the new tab and shows a message if the portal cannot be opened', async () => {
    const tab = { close: vi.fn() };
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    signInWith(PAID);
    server.responses[PORTAL] = rejectAsOffline;
    renderOnPage(<SubscriptionCard />);
    await screen.findByRole('button', { name: 'Manage Subscription' });
    await pressButton('Manage Subscription');
    await screen.findByText(ERROR_MESSAGES.portalFailed);
    expect(tab.close).toHaveBeenCalled();
  });

  it('is shown only to its reader', async () => {
    signInWith(PAID);
    renderOnPage(<SubscriptionCard />);
    await screen.findByText('Premium');
    server.responses['GET /user/profile'] = neverRespond;
    signIn('grace');
    await waitFor(() => expect(screen.queryByText('Premium')).toBeNull());
  });
});

describe('the page after a checkout', () => {
  it('welcomes a reader who has Premium', async () => {
    renderOnPage(<p />);
    signIn('ada', { tier: 'premium' });
    void showCheckoutOutcome('done');
    await screen.findByText('Welcome to Premium. Everything is open to you now.');
  });

  it('tells a reader who canceled that nothing was bought', async () => {
    renderOnPage(<p />);
    signIn('ada');
    void showCheckoutOutcome('given-up');
    await screen.findByText('Nothing was bought. You can upgrade whenever you like.');
  });

  it('tells a reader that the payment is pending, and welcomes them once it has arrived', async () => {
    renderOnPage(<p />);
    signIn('ada');
    server.responses['GET /user/profile'] = () => {
      setIdTokenCookie(createIdToken('ada', { tier: 'premium' }));
      return Response.json({ data: PAID });
    };
    void showCheckoutOutcome('pending');
    await screen.findByText(/Your payment is on its way/);
    await screen.findByText('Welcome to Premium. Everything is open to you now.');
  });

  it('asks only a reader who was signed out during the purchase to sign in', async () => {
    const { container } = renderOnPage(<p />);
    signIn('ada');
    await showCheckoutOutcome('signed-out');
    expect(container.textContent).toBe('');
    signOut();
    void showCheckoutOutcome('signed-out');
    await screen.findByText('You’ve been signed out. Sign in to use your purchase.');
  });

  it.each(['done', 'pending', 'nonsense'])(
    'does not show "%s" to a reader who only opens the URL',
    async (outcome) => {
      const { container } = renderOnPage(<p />);
      await showCheckoutOutcome(outcome as 'done');
      expect(container.textContent).toBe('');
    },
  );
});

describe('the URL of the plans page', () => {
  it.each([
    [undefined, undefined, '/plans'],
    ['/Vera/ice?x=1', undefined, '/plans?from=%2FVera%2Fice%3Fx%3D1'],
    ['/plans?from=%2Fx', 'annual', '/plans?cycle=annual'],
  ] as const)('is created from the path %s and the billing cycle %s: %s', (from, cycle, url) => {
    expect(createPlansUrl(from, cycle)).toBe(url);
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil', 'javascript:alert(1)', ''])(
    'ignores "%s" as a return path',
    (from) => {
      expect(parsePlansUrl(`?from=${encodeURIComponent(from)}`).from).toBeUndefined();
    },
  );
});
