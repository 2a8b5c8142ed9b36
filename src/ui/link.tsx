import type { ComponentProps, MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** The page stays where it is scrolled to. */
  preventScrollReset?: boolean;
  /** Asks the server for a whole new document. */
  reloadDocument?: boolean;
}

/** A link to a screen. React Router's own does the same with 1.3 KB more: it also fetches ahead for its framework. */
export function Link({
  to,
  preventScrollReset = false,
  reloadDocument = false,
  onClick,
  ...rest
}: LinkProps) {
  const href = useHref(to);
  const move = useLinkClickHandler(to, { preventScrollReset });

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!reloadDocument && !event.defaultPrevented) move(event);
  }

  return <a {...rest} href={href} onClick={follow} />;
}
