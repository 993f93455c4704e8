import { arrives, OnRequest } from '@tapedeck/ui';
import { lazy } from 'react';
import { orderTpslAsked, tpslAsked } from '../../intents/tpsl-asked.ts';
import { useReadable } from '../../platform/use-readable.ts';

const TpslDialog = lazy(() => arrives(() => import('./tpsl-dialog.tsx')).then((module) => ({ default: module.TpslDialog })));
const OrderTpslDialog = lazy(() =>
  arrives(() => import('./order-tpsl-dialog.tsx')).then((module) => ({ default: module.OrderTpslDialog })),
);

const closePosition = (): void => tpslAsked.set(undefined);
const closeOrder = (): void => orderTpslAsked.set(undefined);

const closeBoth = (): void => {
  closePosition();
  closeOrder();
};

/** The requested TP/SL dialog of a position or an order. */
export function TpslDialogs() {
  const key = useReadable(tpslAsked);
  const orderId = useReadable(orderTpslAsked);
  return (
    <OnRequest onVoid={closeBoth}>
      {key !== undefined && <TpslDialog key={key} positionKey={key} onClose={closePosition} />}
      {orderId !== undefined && <OrderTpslDialog key={orderId} orderId={orderId} onClose={closeOrder} />}
    </OnRequest>
  );
}
