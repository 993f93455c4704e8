export { singleUser } from './single-user.ts';
