import type { ComponentType } from 'react';

/**
 * Returns the component of a page of fixed text. In a document that the server rendered with this page, the component
 * adopts its HTML, and the text is not loaded. Otherwise it renders `Content` with the text that `loadText` imports.
 */
export async function loadStaticPage<Text extends object>(
  name: string,
  loadText: () => Promise<{ default: Text }>,
  Content: ComponentType<Text>,
): Promise<ComponentType> {
  const html = renderedHtmlOf(name);
  if (html !== undefined) {
    // One object for every render: React replaces the content when the object changes.
    const inner = { __html: html };
    return () => (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it
      <div className="wrap" data-static-page={name} dangerouslySetInnerHTML={inner} />
    );
  }
  const { default: text } = await loadText();
  return () => (
    <div className="wrap" data-static-page={name}>
      <Content {...text} />
    </div>
  );
}

function renderedHtmlOf(name: string): string | undefined {
  if (import.meta.env.SSR) return undefined;
  return document.querySelector(`[data-static-page="${name}"]`)?.innerHTML;
}
