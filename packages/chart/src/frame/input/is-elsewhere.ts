/** A field, a dialog or a menu has the focus: its keys are not the chart's. */
export function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, [role=menu]') !== null;
}
