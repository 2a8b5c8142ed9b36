/**
 * Email address shown to readers. It has its own file because article pages show it without the contact form.
 */
export const CONTACT_EMAIL = 'hello@octavo.example';
