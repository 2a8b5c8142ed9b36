import './without-eval.ts';
import '#web/ui/styles.ts';
import '#web/ui/fonts.css';
import './studio.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchErrors } from '#web/lib/error-reports.ts';
import { Studio } from './app.tsx';

watchErrors();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Studio />
  </StrictMode>,
);
