/// <reference types="vite/client" />
declare module 'virtual:grounds.css';

declare module '*/pages/privacy.md' {
  const text: import('./pages/text-page.ts').LegalText;
  export default text;
}
declare module '*/pages/developers.md' {
  const text: import('./pages/text-page.ts').LegalText;
  export default text;
}

declare module '*/pages/terms.md' {
  const text: import('./pages/text-page.ts').LegalText;
  export default text;
}
declare module '*/pages/faq.md' {
  const text: import('./pages/text-page.ts').FaqText;
  export default text;
}

interface Navigator {
  /** Global Privacy Control (https://www.w3.org/TR/gpc/). `undefined` in browsers without support. */
  readonly globalPrivacyControl?: boolean;
}
