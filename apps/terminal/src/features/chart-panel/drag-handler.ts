import type { LineDragHandler } from '@tapedeck/chart';
import type { TerminalClient } from '@tapedeck/client';
import { askChange } from '../../platform/confirmation-asked.ts';
import { notify } from '../../platform/notifications.ts';
import type { LineChanges } from './line-change.ts';

/** Answers for the chart's dragged lines. A drop sends nothing that is known to be refused, and asks first unless the trader does without. */
export function createDragHandler(client: TerminalClient, changes: LineChanges): LineDragHandler {
  return {
    estimate: (lineId, price) => {
      const reading = changes.at(lineId, price)?.read();
      if (reading === undefined) return undefined;
      const { title, facts, problem } = reading;
      return { title, facts, problem };
    },
    drop: async (lineId, price) => {
      const change = changes.at(lineId, price);
      const reading = change?.read();
      if (change === undefined || reading === undefined) return;
      if (reading.problem !== '') notify({ kind: 'error', id: 'chart-drag', title: reading.title, detail: reading.problem });
      else await askChange(client, change);
    },
  };
}
