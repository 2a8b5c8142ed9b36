import { escapeHtml } from './escape-html.ts';

/** Whose picture it is, and where it comes from. */
export interface Attribution {
  user: string;
  /** Address of a page about them. */
  userProfile: string;
  service: string;
  serviceUrl?: string | undefined;
}

/** "Image by {user} on {service}", with a link to the user's profile (spec 1). */
export function attributionHtml({ user, userProfile, service, serviceUrl }: Attribution): string {
  return `Image by ${link(user, userProfile)} on ${serviceUrl ? link(service, serviceUrl) : escapeHtml(service)}`;
}

/** What our own drawings say. */
export const OCTAVO_ATTRIBUTION: Attribution = {
  user: 'Octavo',
  userProfile: '/about',
  service: 'Octavo Covers',
};

/** The service of a picture that whoever put it in made. */
export const OWN_PICTURE_SERVICE = 'Octavo';

function link(text: string, address: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
}
