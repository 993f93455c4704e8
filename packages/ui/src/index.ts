export { arrives } from './arrives.ts';
export { cx } from './cx.ts';
export { Button, type ButtonProps, type ButtonTone } from './button/button.tsx';
export { Tabs, TabPanel, type TabItem, type TabsProps } from './tabs/tabs.tsx';
export { Slider, type SliderProps } from './slider/slider.tsx';
export { Checkbox, type CheckboxProps } from './checkbox/checkbox.tsx';
export { Switch, type SwitchProps } from './switch/switch.tsx';
export { Select, type SelectItem, type SelectProps } from './select/select.tsx';
export { Menu, type MenuItem, type MenuProps } from './menu/menu.tsx';
export { NumberField, type NumberFieldProps } from './field/number-field.tsx';
export { Panel, PanelHead } from './panel/panel.tsx';
export { FreshnessBadge, Skeleton, StateMessage, type StateMessageProps } from './state-view/state-view.tsx';
export {
  DataTable,
  TableCell,
  TableRow,
  type Column,
  type DataTableProps,
  type SortDirection,
  type TableCellProps,
} from './table/data-table.tsx';
export { Tag } from './tag/tag.tsx';
export {
  CheckIcon,
  ChevronDownIcon,
  CloseIcon,
  GlobeIcon,
  MoonIcon,
  SearchIcon,
  ShareIcon,
  StarIcon,
  SunIcon,
  UserIcon,
} from './icon/icons.tsx';
