import type { ComponentProps, MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** True to keep the current scroll position after the navigation. */
  preventScrollReset?: boolean;
  /** True to load the target as a new document instead of navigating on the client. */
  reloadDocument?: boolean;
}

/**
 * A link to a screen. It replaces React Router's `Link`, whose support for prefetching in framework
 * mode makes it 1.3 KB larger.
 */
export function Link({
  to,
  preventScrollReset = false,
  reloadDocument = false,
  onClick,
  ...rest
}: LinkProps) {
  const href = useHref(to);
  const navigate = useLinkClickHandler(to, { preventScrollReset });

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!reloadDocument && !event.defaultPrevented) navigate(event);
  }

  return <a {...rest} href={href} onClick={handleClick} />;
}
