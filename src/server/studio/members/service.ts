export { type Administrators, memberOf } from './members.ts';
export { editorsOnly } from './scope.ts';
