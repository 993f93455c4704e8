import styles from './dialogs.module.css';

interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly items: readonly { readonly value: Value; readonly title: string; readonly detail: string }[];
  onChange(value: Value): void;
}

/** A few choices, each with an explanation. */
export function Choices<Value extends string>({ label, name, value, items, onChange }: ChoicesProps<Value>) {
  return (
    <div role="radiogroup" aria-label={label} className={styles['modes']}>
      {items.map((item) => (
        <label key={item.value} className={styles['mode']}>
          <input type="radio" name={name} checked={value === item.value} onChange={() => onChange(item.value)} />
          <strong>{item.title}</strong>
          <span>{item.detail}</span>
        </label>
      ))}
    </div>
  );
}
