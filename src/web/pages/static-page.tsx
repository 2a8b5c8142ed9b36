import type { ComponentType } from 'react';

/**
 * Resolves with the component for a page whose text never changes. If the document contains this page as rendered by
 * the server, the component keeps that HTML and does not load the text. Otherwise, it renders `Content` with the text
 * that `loadText` imports.
 */
export async function loadStaticPage<Text extends object>(
  name: string,
  loadText: () => Promise<{ default: Text }>,
  Content: ComponentType<Text>,
): Promise<ComponentType> {
  const html = findRenderedHtml(name);
  if (html !== undefined) {
    // `innerHtml` must be the same object in every render. If the object changed, React would replace the content.
    const innerHtml = { __html: html };
    return () => (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered this HTML
      <div className="wrap" data-static-page={name} dangerouslySetInnerHTML={innerHtml} />
    );
  }
  const { default: text } = await loadText();
  return () => (
    <div className="wrap" data-static-page={name}>
      <Content {...text} />
    </div>
  );
}

function findRenderedHtml(name: string): string | undefined {
  if (import.meta.env.SSR) return undefined;
  return document.querySelector(`[data-static-page="${name}"]`)?.innerHTML;
}
