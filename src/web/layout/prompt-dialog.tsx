import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { layoutCopy } from '#web/copy/layout.ts';
import { closePrompt, type Prompt, useCurrentPrompt } from '#web/reader/prompt.ts';
import type { RenderPromptDialog } from './load-prompt-dialog.tsx';

interface LoadedPrompt {
  prompt: Prompt;
  render: RenderPromptDialog;
}

/**
 * Shows the current prompt (`reader/prompt.ts`) as a dialog. The dialog's code is loaded when it is first needed. The
 * dialog stays rendered during its closing animation. Afterwards, focus returns to the button that opened it.
 */
export function CurrentPromptDialog() {
  const prompt = useCurrentPrompt();
  const { pathname } = useLocation();
  const opener = useOpener(prompt);
  const [loaded, setLoaded] = useState<LoadedPrompt>();

  useEffect(() => {
    if (!prompt) return;
    let isStale = false;
    loadPrompt(prompt).then(
      (render) => {
        if (!isStale) setLoaded({ prompt, render });
      },
      (error: unknown) => {
        logAndReportError(error, 'A prompt could not be loaded');
        const text = 'message' in prompt ? prompt.message : layoutCopy.signInFailed;
        showToast({ kind: 'error', text });
        closePrompt();
      },
    );
    return () => {
      isStale = true;
    };
  }, [prompt]);

  // A prompt belongs to the screen that opened it, so a navigation closes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the path changes
  useEffect(() => closePrompt, [pathname]);

  return loaded?.render({ isOpen: prompt === loaded.prompt, onClose: closePrompt, opener });
}

async function loadPrompt(prompt: Prompt): Promise<RenderPromptDialog> {
  const { loadPromptDialog } = await awaitChunk(import('./load-prompt-dialog.tsx'));
  return loadPromptDialog(prompt);
}

/**
 * Returns the element that opened the prompt: the focused element or, if nothing is focused, the last clicked button.
 * Safari does not focus a clicked button, and a button loses focus if it is disabled during its request.
 */
function useOpener(prompt: Prompt | undefined): RefObject<HTMLElement | null> {
  const clickedButton = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      clickedButton.current = target instanceof Element ? target.closest('button') : null;
    };
    addEventListener('click', onClick, { capture: true });
    return () => removeEventListener('click', onClick, { capture: true });
  }, []);
  useEffect(() => {
    if (!prompt) return;
    const { activeElement, body } = document;
    opener.current =
      activeElement instanceof HTMLElement && activeElement !== body
        ? activeElement
        : clickedButton.current;
  }, [prompt]);
  return opener;
}
