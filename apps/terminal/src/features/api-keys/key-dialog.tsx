import type { ApiKeyItem, CreateApiKeyResult } from '@tapedeck/protocol';
import { Select } from '@tapedeck/ui';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { SendingDialog } from '../../widgets/sending-dialog.tsx';
import { useFormats } from '../../platform/texts.tsx';
import styles from './api-keys.module.css';
import { ADDRESSES_MAX, addressesIn, EXPIRIES, isAddress, NAME_LENGTH_MAX, termsOf, type Expiry, type TermsDraft } from './key-terms.ts';
import { useApiKeyText } from './texts.ts';

const ADDRESS_ROWS = 3;
const PEM_ROWS = 5;
const NEW: TermsDraft = { name: '', scope: 'read', addresses: '', expiry: '90' };

interface FieldProps {
  readonly label: string;
  readonly hint: string;
  readonly error?: string | undefined;
  children(described: { readonly id: string; readonly 'aria-describedby': string; readonly 'aria-invalid': true | undefined }): ReactNode;
}

/** A field with its label above, and its hint or error below. */
function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': note, 'aria-invalid': error === undefined ? undefined : true })}
      <p id={note} role={error === undefined ? undefined : 'alert'} data-tone={error === undefined ? undefined : 'down'}>
        {error ?? hint}
      </p>
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['pair']}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}

interface TermsFieldsProps {
  readonly draft: TermsDraft;
  readonly isNew: boolean;
  onChange(draft: TermsDraft): void;
}

function useAddressError(addresses: string): string | undefined {
  const text = useApiKeyText();
  const typed = addressesIn(addresses);
  if (typed.length > ADDRESSES_MAX) return text('addressesMany', { limit: ADDRESSES_MAX });
  const wrong = typed.find((address) => !isAddress(address));
  return wrong === undefined ? undefined : text('addressWrong', { address: wrong });
}

function TermsFields({ draft, isNew, onChange }: TermsFieldsProps) {
  const text = useApiKeyText();
  const wrong = useAddressError(draft.addresses);
  const expiryText = (expiry: Expiry): string =>
    expiry === 'unchanged' || expiry === 'never' ? text(expiry) : text('inDays', { days: expiry });
  return (
    <>
      <Field label={text('name')} hint={text('nameHint')}>
        {(described) => (
          <input
            {...described}
            value={draft.name}
            maxLength={NAME_LENGTH_MAX}
            autoComplete="off"
            onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Row label={text('can')}>
        <Select
          label={text('can')}
          value={draft.scope}
          items={[
            { value: 'read', label: text('scopeRead') },
            { value: 'trade', label: text('scopeTrade') },
          ]}
          onChange={(scope) => onChange({ ...draft, scope })}
        />
      </Row>
      <Field label={text('addresses')} hint={text('addressesHint')} error={wrong}>
        {(described) => (
          <textarea
            {...described}
            rows={ADDRESS_ROWS}
            spellCheck={false}
            value={draft.addresses}
            onChange={(event) => onChange({ ...draft, addresses: event.currentTarget.value })}
          />
        )}
      </Field>
      {draft.scope === 'trade' && addressesIn(draft.addresses).length === 0 && (
        <p role="status" className={styles['warning']}>
          {text('openTrade')}
        </p>
      )}
      <Row label={text('expires')}>
        <Select
          label={text('expires')}
          value={draft.expiry}
          items={EXPIRIES.filter((expiry) => !isNew || expiry !== 'unchanged').map((value) => ({ value, label: expiryText(value) }))}
          onChange={(expiry) => onChange({ ...draft, expiry })}
        />
      </Row>
    </>
  );
}

/** Only the public half is pasted here. */
function PublicKeyField({ pem, onChange }: { pem: string; onChange: (pem: string) => void }) {
  const text = useApiKeyText();
  const isPrivate = pem.includes('PRIVATE KEY');
  return (
    <Field label={text('publicKey')} hint={text('publicKeyHint')} error={isPrivate ? text('privateKeyPasted') : undefined}>
      {(described) => (
        <textarea {...described} rows={PEM_ROWS} spellCheck={false} value={pem} onChange={(event) => onChange(event.currentTarget.value)} />
      )}
    </Field>
  );
}

interface CreateDialogProps {
  /** The account of the key. */
  readonly account: string;
  onMade(made: CreateApiKeyResult): void;
  onClose(): void;
}

/** Creates a key for the selected account. */
export function CreateDialog({ account, onMade, onClose }: CreateDialogProps) {
  const { session } = useClient();
  const text = useApiKeyText();
  const [draft, setDraft] = useState(NEW);
  const [kind, setKind] = useState<ApiKeyItem['kind']>('HMAC');
  const [pem, setPem] = useState('');
  const made = useRef<CreateApiKeyResult | undefined>(undefined);
  const isReady = kind === 'HMAC' || (/BEGIN (RSA )?PUBLIC KEY/.test(pem) && !pem.includes('PRIVATE KEY'));
  const terms = isReady ? termsOf(draft, Date.now(), undefined) : undefined;
  const create = async (ready: NonNullable<typeof terms>) => {
    const answer = await session.apiKeys.create(ready, kind === 'RSA' ? pem : undefined);
    if (answer.ok) made.current = answer.value;
    return answer;
  };
  return (
    <SendingDialog
      title={text('createTitle')}
      change={terms && (() => create(terms))}
      onDone={() => made.current !== undefined && onMade(made.current)}
      onClose={onClose}
    >
      <Row label={text('account')}>
        <span>{account}</span>
      </Row>
      <TermsFields draft={draft} isNew onChange={setDraft} />
      <Row label={text('kind')}>
        <Select<ApiKeyItem['kind']>
          label={text('kind')}
          value={kind}
          items={[
            { value: 'HMAC', label: text('kindHmac') },
            { value: 'RSA', label: text('kindRsa') },
          ]}
          onChange={setKind}
        />
      </Row>
      {kind === 'RSA' && <PublicKeyField pem={pem} onChange={setPem} />}
    </SendingDialog>
  );
}

interface EditDialogProps {
  readonly item: ApiKeyItem;
  onDone(name: string): void;
  onClose(): void;
}

/** Edits an API key. */
export function EditDialog({ item, onDone, onClose }: EditDialogProps) {
  const { session } = useClient();
  const text = useApiKeyText();
  const formats = useFormats();
  const { apiKey, name, scope, addresses, expiresAtE3 } = item;
  const [draft, setDraft] = useState<TermsDraft>({ name, scope, addresses: addresses.join('\n'), expiry: 'unchanged' });
  const terms = termsOf(draft, Date.now(), expiresAtE3);
  return (
    <SendingDialog
      title={text('editTitle', { name })}
      change={terms && (() => session.apiKeys.change(apiKey, terms))}
      onDone={() => onDone(terms?.name ?? name)}
      onClose={onClose}
    >
      <TermsFields draft={draft} isNew={false} onChange={setDraft} />
      {expiresAtE3 !== undefined && <p className={styles['note']}>{`${text('expires')}: ${formats.dateMinute(expiresAtE3)}`}</p>}
    </SendingDialog>
  );
}
