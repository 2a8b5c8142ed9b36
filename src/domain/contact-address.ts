/**
 * Email address shown to readers. It has its own file, so that article pages can show it without loading the
 * contact form.
 */
export const CONTACT_EMAIL = 'hello@octavo.example';
