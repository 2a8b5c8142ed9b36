import type { ComponentType } from 'react';

/**
 * Resolves with the component for a page whose text is fixed. If the server has rendered this page into the document,
 * the component keeps the server's HTML, and the text is not loaded. Otherwise, the component renders `Content` with
 * the text that `loadText` imports.
 */
export async function loadStaticPage<Text extends object>(
  name: string,
  loadText: () => Promise<{ default: Text }>,
  Content: ComponentType<Text>,
): Promise<ComponentType> {
  const html = findRenderedHtml(name);
  if (html !== undefined) {
    // `innerHtml` is the same object in every render, because React replaces the content if the object changes.
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
