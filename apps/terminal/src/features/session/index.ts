export { PaperChip, UserMenu } from './user-menu.tsx';
