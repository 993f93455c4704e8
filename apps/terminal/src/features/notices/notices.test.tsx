import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { renderScreen } from '../../testing/render.tsx';
import { Notices } from './notices.tsx';

afterEach(cleanup);

const notice = (id: number, text: string) => ({ id, text, publishedAt: 0, endsAt: 1_000 });

describe('notices', () => {
  test('NTF-05 what the operator says stands at the top, as text, until it is put away or over', async () => {
    const client = fakeClient();
    const user = userEvent.setup();
    renderScreen(client, <Notices />);
    const list = await screen.findByRole('status', { name: 'Notices' });
    expect(within(list).queryAllByRole('listitem')).toEqual([]);
    client.notices.operator.set([notice(1, 'A pause at noon'), notice(2, '<img src=x onerror=alert(1)>')]);
    expect(await within(list).findByText('A pause at noon')).toBeDefined();
    expect(within(list).getByText('<img src=x onerror=alert(1)>')).toBeDefined();
    expect(list.querySelector('img')).toBeNull();
    await user.click(within(list).getByRole('button', { name: 'Close: A pause at noon' }));
    expect(within(list).queryByText('A pause at noon')).toBeNull();
    client.notices.operator.set([notice(1, 'A pause at noon')]);
    await waitFor(() => expect(within(list).queryAllByRole('listitem')).toEqual([]));
  });
});
