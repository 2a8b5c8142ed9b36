export { budgetOf, OverBudget } from './budget.ts';
export {
  anyKind,
  type Kinds,
  type Place,
  type Preparation,
  type RequestKind,
  Unusable,
} from './kinds.ts';
export { estimateRequest, makeRequest, requireWriter, type Writing } from './making.ts';
export { awaitedOf, pendingOf, requestsAbout, requestsFor } from './repository.ts';
export { showRequest } from './showing.ts';
export { working, workOwed } from './working.ts';
