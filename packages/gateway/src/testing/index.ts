export { singleUser } from './single-user.ts';
export { VALID } from './valid-calls.ts';
