/// <reference types="vite/client" />
declare module 'virtual:grounds.css';
