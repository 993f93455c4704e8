export { MoreSection } from './more-section.tsx';
export { SectionIcon } from './section-icon.tsx';
