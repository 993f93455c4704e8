export { PaperChip, useSessionText, UserMenu } from './user-menu.tsx';
