import type { Failure, Freshness, Loadable, Readable } from '@tapedeck/client';
import { FreshnessBadge, Skeleton, StateMessage } from '@tapedeck/ui';
import { Component, Suspense, type ReactNode } from 'react';
import { useFailureReason } from './failure-reason.ts';
import { useCommonText } from './texts.tsx';
import { useSelected } from './use-readable.ts';

/** Reports data that is not live; nothing while it is live or loading. */
export function Freshly<T>({ of, select }: { of: Readable<T>; select: (value: T) => Freshness }) {
  const text = useCommonText();
  const freshness = useSelected(of, select);
  if (freshness === 'stale') return <FreshnessBadge tone="warning">{text('stale')}</FreshnessBadge>;
  if (freshness === 'resyncing') return <FreshnessBadge tone="warning">{text('resyncing')}</FreshnessBadge>;
  if (freshness === 'offline') return <FreshnessBadge tone="error">{text('offline')}</FreshnessBadge>;
  return null;
}

export function PanelLoading({ rows }: { rows?: number }) {
  return <Skeleton label={useCommonText()('loading')} {...(rows === undefined ? {} : { rows })} />;
}

export function PanelFailure({ failure, onRetry }: { failure: Failure; onRetry?: (() => void) | undefined }) {
  const text = useCommonText();
  const reason = useFailureReason(failure);
  return (
    <StateMessage
      tone="error"
      title={text('failed')}
      detail={reason}
      action={onRetry === undefined ? undefined : { label: text('retry'), onPress: onRetry }}
    />
  );
}

/** Shows the data once it is loaded; before that, the loading state or the reason of a failure. */
export function LoadableView<T>({
  value,
  onRetry,
  children,
}: {
  value: Loadable<T>;
  onRetry?: () => void;
  children: (data: T) => ReactNode;
}) {
  if (value.status !== 'idle' && value.data !== undefined) return children(value.data);
  if (value.status === 'error') return <PanelFailure failure={value.error} onRetry={onRetry} />;
  return <PanelLoading />;
}

function PanelCrashed({ onReload }: { onReload: () => void }) {
  const text = useCommonText();
  return (
    <StateMessage
      tone="error"
      title={text('panelFailed')}
      detail={text('panelFailedDetail')}
      action={{ label: text('reload'), onPress: onReload }}
    />
  );
}

/** Confines a panel's crash to the panel, and shows a loading state until its code arrives. */
export class PanelBoundary extends Component<{ readonly children: ReactNode }, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (this.state.crashed) return <PanelCrashed onReload={() => this.setState({ crashed: false })} />;
    return <Suspense fallback={<PanelLoading />}>{this.props.children}</Suspense>;
  }
}
