import '#ui/styles.ts';
import '#ui/fonts.css';
import { createRoot } from 'react-dom/client';
import { PreviewFrame } from './preview/preview-frame.tsx';

createRoot(document.getElementById('root')!).render(<PreviewFrame />);
