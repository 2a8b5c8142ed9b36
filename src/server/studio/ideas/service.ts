export { IDEAS } from './kind.ts';
export { countIdeas, listIdeas, lockIdea, updateIdea } from './repository.ts';
