import { Popover } from '@tapedeck/ui/popover';
import { FigureTable } from '../../../widgets/figure-table.tsx';
import { useCommonText, useFormats } from '../../../platform/texts.tsx';
import { useReadable } from '../../../platform/use-readable.ts';
import type { Figure } from '../preview.tsx';
import type { Part } from '../use-field-error.ts';
import styles from './figures.module.css';
import { explanationOf, inputText } from './inputs.ts';
import { useFigureText } from './texts.ts';

interface ExplainedProps extends Part {
  readonly figure: Figure;
  readonly name: string;
}

/** Formula and live inputs of a figure; rendered only while open. */
function Explanation({ form, figure, name }: ExplainedProps) {
  const text = useFigureText();
  const common = useCommonText();
  const formats = useFormats();
  useReadable(form.draft);
  const { formula, inputs } = explanationOf(figure, form.now().of('Buy'));
  const value = (input: (typeof inputs)[number], side: 'Buy' | 'Sell') => () =>
    inputText(input, form.now().of(side), form.preview(side), { common, formats });
  return (
    <div className={styles['explanation']}>
      <h3>{name}</h3>
      <p>{text(formula)}</p>
      {inputs.length > 0 && (
        <FigureTable
          label={name}
          columns={[common('buy'), common('sell')]}
          rows={inputs.map((input) => ({ name: input, label: text(input), read: [value(input, 'Buy'), value(input, 'Sell')] }))}
          sources={[form.previews]}
          input={() => form.draft.get()}
        />
      )}
    </div>
  );
}

/** The label of a figure, which explains it. */
export function Explained(props: ExplainedProps) {
  const { name } = props;
  return (
    <Popover
      hint
      label={name}
      trigger={
        <button type="button" className={styles['label']}>
          {name}
        </button>
      }
    >
      <Explanation {...props} />
    </Popover>
  );
}
