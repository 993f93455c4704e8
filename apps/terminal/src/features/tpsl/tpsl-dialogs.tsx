import { arrives } from '@tapedeck/ui';
import { lazy, Suspense } from 'react';
import { orderTpslAsked, tpslAsked } from '../../platform/tpsl-asked.ts';
import { useReadable } from '../../platform/use-readable.ts';

const TpslDialog = lazy(() => arrives(() => import('./tpsl-dialog.tsx')).then((module) => ({ default: module.TpslDialog })));
const OrderTpslDialog = lazy(() =>
  arrives(() => import('./order-tpsl-dialog.tsx')).then((module) => ({ default: module.OrderTpslDialog })),
);

const closePosition = (): void => tpslAsked.set(undefined);
const closeOrder = (): void => orderTpslAsked.set(undefined);

/** The TP/SL dialog of the position, and of the order, that was asked for. */
export function TpslDialogs() {
  const key = useReadable(tpslAsked);
  const orderId = useReadable(orderTpslAsked);
  return (
    <Suspense fallback={null}>
      {key !== undefined && <TpslDialog key={key} positionKey={key} onClose={closePosition} />}
      {orderId !== undefined && <OrderTpslDialog key={orderId} orderId={orderId} onClose={closeOrder} />}
    </Suspense>
  );
}
