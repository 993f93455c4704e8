import type { ChartTexts } from '../../bridge/messages.ts';
import { openDialog } from './dialog.ts';
import { element, setText } from './element.ts';
import { checkbox } from './form.ts';

export interface PictureOptions {
  /** For the file and the caption. */
  readonly name: string;
  readonly paint: (withLines: boolean) => HTMLCanvasElement;
}

const PADDING = 12;
const CAPTION = 24;

/** A picture of the chart to copy or to save. Includes the account's lines only on request. */
export function openPicture(page: Document, texts: ChartTexts, { name, paint }: PictureOptions): void {
  const { root, body } = openDialog(page, texts.picture, texts.closeTable);
  root.classList.add('chart-picture-dialog');
  const preview = body.appendChild(element(page, 'canvas', 'chart-preview'));
  preview.setAttribute('role', 'img');
  preview.setAttribute('aria-label', name);
  const withLines = checkbox(body, texts.pictureLines, false);
  const withCaption = checkbox(body, texts.pictureCaption, true);
  const note = body.appendChild(element(page, 'p', 'chart-picker-foot'));
  note.setAttribute('role', 'status');
  note.textContent = texts.pictureNote;
  const foot = body.appendChild(element(page, 'div', 'chart-form-foot'));
  const copy = foot.appendChild(element(page, 'button', 'chart-retry'));
  copy.type = 'button';
  copy.textContent = texts.copy;
  const save = foot.appendChild(element(page, 'button', 'chart-accent'));
  save.type = 'button';
  save.textContent = texts.save;

  const draw = (): void => {
    const picture = paint(withLines.checked);
    preview.width = picture.width;
    preview.height = picture.height;
    const context = preview.getContext('2d');
    if (context === null) return;
    context.drawImage(picture, 0, 0);
    if (!withCaption.checked) return;
    const style = getComputedStyle(root);
    const ratio = picture.width / Math.max(1, picture.clientWidth || picture.width);
    context.font = `600 ${CAPTION * 0.6 * ratio}px ${style.fontFamily}`;
    context.fillStyle = style.color;
    context.textBaseline = 'top';
    context.fillText(name, PADDING * ratio, PADDING * ratio);
  };
  const blob = (): Promise<Blob> =>
    new Promise((resolve, reject) =>
      preview.toBlob((made) => (made === null ? reject(new Error('No picture')) : resolve(made)), 'image/png'),
    );

  withLines.addEventListener('change', draw);
  withCaption.addEventListener('change', draw);
  copy.addEventListener('click', () => {
    const view = page.defaultView ?? window;
    void (async () => {
      try {
        await view.navigator.clipboard.write([new ClipboardItem({ 'image/png': blob() })]);
        setText(note, texts.copied);
      } catch {
        // Some browsers do not allow pictures on the clipboard.
        setText(note, texts.copyFailed);
      }
    })();
  });
  save.addEventListener('click', () => {
    void blob().then(
      (made) => {
        const link = page.createElement('a');
        link.href = URL.createObjectURL(made);
        link.download = `${name.replaceAll(/[^\w-]+/g, '-')}.png`;
        link.click();
        URL.revokeObjectURL(link.href);
        setText(note, texts.saved);
      },
      () => setText(note, texts.copyFailed),
    );
  });
  draw();
  copy.focus();
}
