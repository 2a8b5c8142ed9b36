/**
 * Email address shown to readers. It has its own file, so that article pages need not load the code of the contact
 * form.
 */
export const CONTACT_EMAIL = 'hello@octavo.example';
