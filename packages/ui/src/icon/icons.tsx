import type { ReactNode } from 'react';

function Icon({ children, size = 14 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const CloseIcon = () => (
  <Icon>
    <path d="m4 4 8 8m0-8-8 8" />
  </Icon>
);
export const BackIcon = () => (
  <Icon>
    <path d="M13 8H3m4.5-4.5L3 8l4.5 4.5" />
  </Icon>
);
export const CheckIcon = () => (
  <Icon size={11}>
    <path d="m3 8.5 3.4 3.5L13 4.5" />
  </Icon>
);
export const ChevronDownIcon = () => (
  <Icon size={11}>
    <path d="m3.5 6 4.5 4.5L12.5 6" />
  </Icon>
);
export const SunIcon = () => (
  <Icon size={15}>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1" />
  </Icon>
);
export const MoonIcon = () => (
  <Icon size={15}>
    <path d="M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8Z" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.2 3.2" />
  </Icon>
);
export const GlobeIcon = () => (
  <Icon size={15}>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M1.8 8h12.4M8 1.8c4.4 4 4.4 8.4 0 12.4-4.4-4-4.4-8.4 0-12.4Z" />
  </Icon>
);
export const ShareIcon = () => (
  <Icon size={13}>
    <path d="M8 10V2m0 0L5 5m3-3 3 3M3 9v4.5h10V9" />
  </Icon>
);
export const UserIcon = () => (
  <Icon size={15}>
    <circle cx="8" cy="5.4" r="2.8" />
    <path d="M2.6 14c.6-3 2.7-4.4 5.4-4.4s4.8 1.4 5.4 4.4" />
  </Icon>
);
export const StarIcon = () => (
  <Icon size={13}>
    <path d="m8 1.9 1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.7l-3.8 2 .7-4.3-3.1-3 4.3-.6Z" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon size={15}>
    <path d="M8 2v8M5 7.2 8 10l3-2.8M3 13.5h10" />
  </Icon>
);
export const CopyIcon = () => (
  <Icon>
    <path d="M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3" />
  </Icon>
);
export const EyeIcon = () => (
  <Icon>
    <path d="M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8Z" />
    <circle cx="8" cy="8" r="1.9" />
  </Icon>
);
export const LinkIcon = () => (
  <Icon>
    <path d="M6.7 9.3a2.5 2.5 0 0 0 3.5 0l2.6-2.6a2.5 2.5 0 0 0-3.5-3.5L8.5 4M9.3 6.7a2.5 2.5 0 0 0-3.5 0L3.2 9.3a2.5 2.5 0 0 0 3.5 3.5l.8-.8" />
  </Icon>
);
export const InfoIcon = () => (
  <Icon>
    <path d="M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2ZM8 7.3V11M8 5v.01" />
  </Icon>
);
