import { useEffect, useRef, type RefObject } from 'react';
import { useTexts } from '../../platform/texts.tsx';
import { drawPoster, POSTER_SCALE, POSTER_SIZE, type PosterArt } from './poster-canvas.ts';
import { spoken, type PosterContent } from './poster-content.ts';
import styles from './poster.module.css';
import { usePosterText } from './texts.ts';
import type { Theme } from '../../platform/theme.ts';

export interface PictureProps {
  readonly content: PosterContent;
  readonly art: PosterArt | undefined;
  readonly link: string;
  readonly look: Theme;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

/** The poster in its own theme, independent of the page's. */
export function PosterPicture({ content, art, link, look, canvas }: PictureProps) {
  const text = usePosterText();
  const language = useTexts().language.tag;
  const drawn = useRef(0);
  useEffect(() => {
    const turn = (drawn.current += 1);
    const draw = (): void => {
      if (canvas.current !== null && turn === drawn.current) drawPoster(canvas.current, { content, art, link });
    };
    draw();
    // Fonts that are not loaded yet would be drawn as system fonts.
    void document.fonts.ready.then(draw);
  }, [content, art, link, look, language, canvas]);
  return (
    <div data-theme={look} className={styles['frame']}>
      <canvas
        ref={canvas}
        className={styles['picture']}
        width={POSTER_SIZE.width * POSTER_SCALE}
        height={POSTER_SIZE.height * POSTER_SCALE}
        role="img"
        aria-label={text('picture', { content: spoken(content) })}
      />
    </div>
  );
}
