import { StateMessage } from '@tapedeck/ui';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect, useNavigate } from '@tanstack/react-router';
import { useAppText } from './header.tsx';
import { Shell } from './shell.tsx';
import { TradePage } from './trade-page.tsx';

export const HOME_SYMBOL = 'BTCUSDT';

function NotFound() {
  const text = useAppText();
  const navigate = useNavigate();
  return (
    <main>
      <StateMessage
        title={text('notFound')}
        detail={text('notFoundDetail')}
        action={{ label: text('toTrade'), onPress: () => void navigate({ to: '/' }) }}
      />
    </main>
  );
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // The router expects a redirect to be thrown.
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw redirect({ to: '/trade/usdt/$symbol', params: { symbol: HOME_SYMBOL }, replace: true });
  },
});
const usdt = createRoute({ getParentRoute: () => root, path: '/trade/usdt/$symbol', component: TradePage });

const reverseHelp = createRoute({
  getParentRoute: () => root,
  path: '/help/reverse',
  component: lazyRouteComponent(() => import('../features/help/index.ts'), 'ReverseHelp'),
});

export function createAppRouter() {
  return createRouter({ routeTree: root.addChildren([home, usdt, reverseHelp]), defaultPreload: false });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
