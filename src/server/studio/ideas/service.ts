export { IDEAS } from './kind.ts';
export { countIdeas, listIdeas, lockIdea, lockIdeasById, updateIdea } from './repository.ts';
