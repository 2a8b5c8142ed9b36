import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { createArticleResult, createPersonaResult, createProposedIdea } from './ai-results.ts';

/**
 * The weak passages of a draft, each with an improved text. The AI review of the draft criticizes these passages and
 * suggests the improvements.
 */
export const WEAK_PASSAGES = [
  {
    passage: 'It opens on an *odd* thing & so on.',
    improved: 'It opens on a *brass* funnel & a jar.',
  },
  { passage: 'Third thing to keep.', improved: 'A gauge measures its roof, too.' },
] as const;

/**
 * Creates a library folder that contains only drafts for the demo AI service. `seeds` contains, by author alias, a seed
 * for each of the author's drafts. A draft's text is generated from its seed. `proposals` contains the aliases of
 * proposed personas.
 */
export async function createDraftsFolder(
  seeds: Readonly<Record<string, readonly string[]>>,
  proposals: readonly string[] = [],
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-drafts-'));
  for (const [alias, authorSeeds] of Object.entries(seeds))
    for (const seed of authorSeeds)
      await writeDraft(path.join(folder, 'drafts', alias, seed), seed);
  await mkdir(path.join(folder, 'drafts/proposals'), { recursive: true });
  for (const alias of proposals)
    await writeFile(
      path.join(folder, 'drafts/proposals', `${alias}.yaml`),
      stringify(createPersonaResult(alias)),
    );
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

async function writeDraft(folder: string, seed: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const idea = createProposedIdea(seed);
  const { claims, article } = createArticleResult(idea.title);
  const points = article.keyPoints.map(
    ({ title, paragraphs, takeaway }) =>
      `## Key point: ${title}\n\n${paragraphs.join('\n\n')}\n\n> Takeaway: ${takeaway}\n`,
  );
  const text = `---
title: ${article.title}
tagline: ${article.tagline}
category: ${idea.category}
subcategory: ${idea.subcategory}
keywords: [${article.keywords.join(', ')}]
---

## Summary

${article.summary.map((line) => `- ${line}`).join('\n')}

## Introduction

${WEAK_PASSAGES[0].passage} The rest of the opening is sound.

${points.join('\n')}
## Conclusion

${article.conclusion.join('\n\n')}
`;
  await writeFile(path.join(folder, 'article.md'), text);
  await writeFile(path.join(folder, 'idea.yaml'), stringify(idea));
  await writeFile(path.join(folder, 'claims.yaml'), stringify(claims));
  const concerns = WEAK_PASSAGES.map((each) => ({
    kind: 'framing',
    concern: 'It is weak.',
    ...each,
  }));
  await writeFile(path.join(folder, 'review.yaml'), stringify({ verdict: 'concerns', concerns }));
}
