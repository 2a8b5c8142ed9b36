import { useMatches } from 'react-router';
import type { PagePayload, ScreenKind, ScreenPropsByKind } from '#domain/page.ts';

/** Returns the payload of the current screen. */
export function usePayload(): PagePayload | undefined {
  return useMatches().at(-1)?.loaderData as PagePayload | undefined;
}

/**
 * Returns the props of the screen `name`. Throws if the payload belongs to another screen, which means that the route
 * table is wrong.
 */
export function useScreenProps<Name extends ScreenKind>(name: Name): ScreenPropsByKind[Name] {
  const payload = usePayload();
  if (payload?.screen !== name)
    throw new Error(`Screen "${name}" was given the payload of "${payload?.screen}".`);
  return payload.props as ScreenPropsByKind[Name];
}
