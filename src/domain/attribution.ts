import { escapeHtml } from './escape-html.ts';

/** Creator and source of a picture. */
export interface Attribution {
  user: string;
  /** URL of a page about the creator. */
  userProfile: string;
  service: string;
  serviceUrl?: string | undefined;
}

/**
 * Returns "Image by {user} on {service}" as HTML (spec 1). Links the user's name to their profile, and the service's
 * name to `serviceUrl`, if there is one.
 */
export function formatAttributionHtml({
  user,
  userProfile,
  service,
  serviceUrl,
}: Attribution): string {
  return `Image by ${formatLink(user, userProfile)} on ${serviceUrl ? formatLink(service, serviceUrl) : escapeHtml(service)}`;
}

/** Attribution for the pictures that Octavo draws. */
export const OCTAVO_ATTRIBUTION: Attribution = {
  user: 'Octavo',
  userProfile: '/about',
  service: 'Octavo Covers',
};

/** Service name in the attribution for pictures that editors have made themselves. */
export const EDITOR_PICTURE_SERVICE_NAME = 'Octavo';

function formatLink(text: string, url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}
