import { useEffect } from 'react';
import { inviteOfAddress, keepInvite, keptInvite } from '../../platform/invite.ts';
import { chooseTexts } from '../../platform/language-choice.ts';
import { SHIPPED } from '../../platform/languages.ts';
import { Link } from '../../platform/navigation.tsx';
import { textHook, useTexts } from '../../platform/texts.tsx';
import styles from './invite.module.css';
import english from './text.en.json';

const useText = textHook('invite', english);

/** Target of a share link: stores the inviter's code and uses the link's language. */
export function InvitePage({ language }: { language: string }) {
  const text = useText();
  const texts = useTexts();
  const code = inviteOfAddress(location.search) ?? keptInvite();
  useEffect(() => {
    if (code !== undefined) keepInvite(code);
    const wanted = SHIPPED.find(({ tag }) => tag.toLowerCase() === language.toLowerCase());
    if (wanted === undefined || wanted.tag === texts.language.tag) return;
    chooseTexts(texts, wanted);
  }, [code, language, texts]);
  return (
    <main className={styles['page']} aria-label={text('region')}>
      <h1>{text('title')}</h1>
      {code === undefined ? (
        <p>{text('noCode')}</p>
      ) : (
        <>
          <dl>
            <dt>{text('code')}</dt>
            <dd>{code}</dd>
          </dl>
          <p>{text('kept')}</p>
        </>
      )}
      <Link to="/">{text('start')}</Link>
    </main>
  );
}
