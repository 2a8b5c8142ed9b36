/** "Image by {user} on {service}" (spec 1), for the covers Octavo draws itself. */
export const OCTAVO_ATTRIBUTION = 'Image by <a href="/about">Octavo</a> on Octavo Covers';
