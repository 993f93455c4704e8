import { Button, CopyIcon, DownloadIcon, LinkIcon } from '@tapedeck/ui';
import type { RefObject } from 'react';
import { notify } from '../../platform/notifications.ts';
import styles from './poster.module.css';
import { usePosterText } from './texts.ts';

const PNG = 'image/png';

function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the canvas gave no picture')) : resolve(blob)), PNG);
  });
}

function saveAs(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(address);
}

export interface ActionsProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** Whether there is a picture. */
  readonly ready: boolean;
  readonly fileName: string;
  readonly link: string;
}

export function PosterActions({ canvas, ready, fileName, link }: ActionsProps) {
  const text = usePosterText();
  const save = (): void => {
    if (canvas.current === null) return;
    void pictureOf(canvas.current).then((blob) => {
      saveAs(blob, fileName);
      notify({ kind: 'success', id: 'poster', title: text('saved'), detail: fileName });
    });
  };
  const copyPicture = (): void => {
    if (canvas.current === null) return;
    const failed = (): void => notify({ kind: 'error', id: 'poster', title: text('pictureNotCopied') });
    // Some browsers cannot copy pictures to the clipboard.
    if (typeof ClipboardItem === 'undefined') return failed();
    // A promise of the picture, not awaited: the browser ties the permission to the press.
    const item = new ClipboardItem({ [PNG]: pictureOf(canvas.current) });
    void navigator.clipboard.write([item]).then(() => notify({ kind: 'success', id: 'poster', title: text('pictureCopied') }), failed);
  };
  const copyLink = (): void =>
    void navigator.clipboard.writeText(link).then(
      () => notify({ kind: 'success', id: 'poster', title: text('linkCopied'), detail: link }),
      () => notify({ kind: 'error', id: 'poster', title: text('linkNotCopied'), detail: link }),
    );
  return (
    <div className={styles['actions']}>
      <Button tone="accent" size="large" sends={false} disabled={!ready} onClick={save}>
        <DownloadIcon />
        <span>{text('save')}</span>
      </Button>
      <div className={styles['pair']}>
        <Button disabled={!ready} onClick={copyPicture}>
          <CopyIcon />
          <span>{text('copyPicture')}</span>
        </Button>
        <Button onClick={copyLink}>
          <LinkIcon />
          <span>{text('copyLink')}</span>
        </Button>
      </div>
    </div>
  );
}
