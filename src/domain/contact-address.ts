/** The address shown wherever a reader may prefer to write directly. Apart from the form's rules: articles show it too. */
export const CONTACT_EMAIL = 'hello@octavo.example';
