import './without-eval.ts';
import '#ui/styles.ts';
import '#ui/fonts.css';
import './studio.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reportUncaughtErrors } from '#ui/lib/error-reports.ts';
import { watchDocumentLeaving } from '#ui/lib/leaving.ts';
import { StudioApp } from './app.tsx';

reportUncaughtErrors();
watchDocumentLeaving();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <StudioApp />
  </StrictMode>,
);
