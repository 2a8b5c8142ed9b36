/// <reference types="vite/client" />
declare module 'virtual:grounds.css';

interface Navigator {
  /** https://www.w3.org/TR/gpc/; absent in browsers that do not know it. */
  readonly globalPrivacyControl?: boolean;
}
