import '#ui/styles.ts';
import '#ui/fonts.css';
import { createRoot } from 'react-dom/client';
import { ArticlePreviewApp } from './preview/article-preview-app.tsx';

createRoot(document.getElementById('root')!).render(<ArticlePreviewApp />);
