export { arrives } from './arrives.ts';
export { BehindButton, OnRequest } from './on-request.tsx';
export { cx } from './cx.ts';
export { Button, type ButtonTone } from './button/button.tsx';
export { Tabs, TabPanel } from './tabs/tabs.tsx';
export { Slider, type SliderProps } from './slider/slider.tsx';
export { Checkbox } from './checkbox/checkbox.tsx';
export { Switch } from './switch/switch.tsx';
export { Select } from './select/select.tsx';
export { Menu, type MenuItem } from './menu/menu.tsx';
export { NumberField, type NumberFieldProps } from './field/number-field.tsx';
export { NumberWritingContext } from './field/number-writing.ts';
export { loadTyping } from './field/use-typing.ts';
export { Panel, PanelHead } from './panel/panel.tsx';
export { FreshnessBadge, Skeleton, StateMessage } from './state-view/state-view.tsx';
export {
  DataTable,
  FootSum,
  TableCell,
  TableFoot,
  TableRow,
  type Column,
  type SortDirection,
  type TableCellProps,
} from './table/data-table.tsx';
export { Tag } from './tag/tag.tsx';
export {
  ChevronDownIcon,
  CopyIcon,
  DownloadIcon,
  EyeIcon,
  GlobeIcon,
  InfoIcon,
  LinkIcon,
  MoonIcon,
  SearchIcon,
  ShareIcon,
  StarIcon,
  SunIcon,
  UserIcon,
} from './icon/icons.tsx';
