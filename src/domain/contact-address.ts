/** Address shown to readers who prefer to write an email. In a separate file, since articles show it, too. */
export const CONTACT_EMAIL = 'hello@octavo.example';
