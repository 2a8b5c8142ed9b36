import { useMatches } from 'react-router';
import type { PagePayload, ScreenName, Screens } from '#domain/page.ts';

/** The payload of the screen on show. */
export function usePayload(): PagePayload | undefined {
  return useMatches().at(-1)?.loaderData as PagePayload | undefined;
}

/** What the screen `name` was given. Throws when another screen is on show: a fault in the route table. */
export function usePage<Name extends ScreenName>(name: Name): Screens[Name] {
  const payload = usePayload();
  if (payload?.screen !== name)
    throw new Error(`Screen "${name}" was given the payload of "${payload?.screen}".`);
  return payload.props as Screens[Name];
}
