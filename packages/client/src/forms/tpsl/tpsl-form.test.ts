import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import {
  formatDecimal,
  leverage,
  lotCount,
  lots,
  moneyUnits,
  price,
  priceOfTicks,
  priceUnits,
  quantity,
  type ExitKind,
} from '@tapedeck/domain';
import { BTC, BTC_CALL } from '../../testing/instruments.ts';
import { USUAL_HABITS, type TpslAction, type TpslContext, type TpslDraft, type TpslInputType } from './tpsl-form.ts';
import { tpslIssues, type TpslIssueCode } from './tpsl-issues.ts';
import { maxShare, PNL_MAX, SLIDER_MAX, TPSL_PRESETS, shareOf } from './tpsl-limits.ts';
import { tpslOffer } from './tpsl-offer.ts';
import { emptyTpsl, legLots, reduceTpsl } from './tpsl-reducer.ts';
import { tpslTerms } from './tpsl-terms.ts';
import { estimatedProfit } from './tpsl-values.ts';
import { isTriggerValid } from './trigger-validity.ts';

const UNIT = 100_000_000n;
const at = (whole: number) => price(BigInt(Math.round(whole * 10)) * (UNIT / 10n));
const long: TpslContext = {
  target: 'position',
  instrument: BTC,
  side: 'Buy',
  entry: at(50_000),
  reference: at(50_000),
  quantity: lots(2_000),
  leverage: leverage(1_000n),
  account: { kind: 'UTA', isDemo: false },
};
const short: TpslContext = { ...long, side: 'Sell' };
/** One lot is one dollar. */
const INVERSE = { kind: 'InversePerpetual', settleCoin: 'BTC', quoteCoin: 'USD', lotSize: quantity(UNIT), quantityDigits: 0 } as const;
const full = emptyTpsl('Full', long);
const partial = { ...emptyTpsl('Partial', long), quantity: '1' };

const after = (draft: TpslDraft, context: TpslContext, ...actions: readonly TpslAction[]): TpslDraft =>
  actions.reduce((now, action) => reduceTpsl(now, action, context), draft);
const typed = (leg: ExitKind, text: string): TpslAction => ({ type: 'typed', leg, text });
const input = (leg: ExitKind, inputType: TpslInputType): TpslAction => ({ type: 'inputTypeChosen', leg, inputType });
const codes = (draft: TpslDraft, context: TpslContext): TpslIssueCode[] => tpslIssues(draft, context).map((issue) => issue.code);

describe('full and partial', () => {
  it('TPS-05 partial to full resets the order types to market and clears the limit prices', () => {
    const limits = after(
      partial,
      long,
      { type: 'limitToggled', leg: 'takeProfit' },
      { type: 'limitTyped', leg: 'takeProfit', text: '51000' },
      { type: 'limitToggled', leg: 'stopLoss' },
      { type: 'limitTyped', leg: 'stopLoss', text: '49000' },
    );
    expect(limits.takeProfit).toMatchObject({ orderType: 'Limit', limitPrice: '51000' });
    const reset = after(limits, long, { type: 'modeChosen', mode: 'Full' });
    expect(reset.takeProfit).toMatchObject({ orderType: 'Market', limitPrice: '' });
    expect(reset.stopLoss).toMatchObject({ orderType: 'Market', limitPrice: '' });
  });

  it('TPS-05 the mode stays while an existing order is edited', () => {
    const editing: TpslDraft = { ...partial, editing: { takeProfitId: 7 } };
    expect(reduceTpsl(editing, { type: 'modeChosen', mode: 'Full' }, long).mode).toBe('Partial');
    expect(reduceTpsl(partial, { type: 'modeChosen', mode: 'Full' }, long).mode).toBe('Full');
  });

  it('TPS-07 the limit box switches between market and limit and clears the limit price', () => {
    const on = after(partial, long, { type: 'limitToggled', leg: 'stopLoss' }, { type: 'limitTyped', leg: 'stopLoss', text: '48999.95' });
    expect(on.stopLoss).toMatchObject({ orderType: 'Limit', limitPrice: '48999.9' });
    expect(after(on, long, { type: 'limitToggled', leg: 'stopLoss' }).stopLoss).toMatchObject({ orderType: 'Market', limitPrice: '' });
    expect(reduceTpsl(full, { type: 'limitToggled', leg: 'stopLoss' }, long)).toBe(full);
  });
});

describe('input types', () => {
  it.each([
    ['takeProfit', long, '10', '50500.0'],
    ['stopLoss', long, '10', '49500.0'],
    ['takeProfit', short, '10', '49500.0'],
    ['stopLoss', short, '10', '50500.0'],
  ] as const)('TPS-06 TPS-10 a %s return of 10%% at 10x is 1%% of the price', (leg, context, text, trigger) => {
    expect(after(full, context, input(leg, 'ROI'), typed(leg, text))[leg].trigger).toBe(trigger);
  });

  it.each([
    ['takeProfit', long, '1000', '50500.0'],
    ['stopLoss', long, '1000', '49500.0'],
    ['stopLoss', short, '1000', '50500.0'],
  ] as const)('TPS-06 a %s of 1,000 USDT on 2 BTC is 500 of price', (leg, context, text, trigger) => {
    expect(after(full, context, input(leg, 'PNL'), typed(leg, text))[leg].trigger).toBe(trigger);
  });

  it('TPS-06 another input type shows the same price', () => {
    const price1 = after(full, long, typed('takeProfit', '50500'));
    expect(after(price1, long, input('takeProfit', 'ROI')).takeProfit).toMatchObject({ text: '10', trigger: '50500' });
    expect(after(price1, long, input('takeProfit', 'PNL')).takeProfit).toMatchObject({ text: '1000', trigger: '50500' });
    const loss = after(full, long, typed('stopLoss', '49500'));
    expect(after(loss, long, input('stopLoss', 'ROI')).stopLoss.text).toBe('10');
    expect(after(loss, long, input('stopLoss', 'PNL')).stopLoss.text).toBe('1000');
  });

  it.each([
    ['0.001', '50062.6', '0.00100035'],
    ['0.00000123', '50000.1', '0.0000016'],
  ])('TPS-06 a profit of %s BTC on an inverse contract is typed in every unit of the coin', (text, trigger, back) => {
    const inverse: TpslContext = { ...long, instrument: { ...BTC, ...INVERSE }, quantity: lots(40_000) };
    const draft = after(full, inverse, input('takeProfit', 'PNL'), typed('takeProfit', text));
    expect(draft.takeProfit).toMatchObject({ text, trigger });
    expect(codes(draft, inverse)).toEqual([]);
    expect(after(draft, inverse, input('takeProfit', 'PRICE'), input('takeProfit', 'PNL')).takeProfit).toMatchObject({
      text: back,
      trigger,
    });
  });

  it.each([
    ['USDT', '12.3456', '12.34'],
    ['USDC', '12.34567', '12.3456'],
  ])('TPS-06 a profit in %s has its digits', (settleCoin, text, kept) => {
    const context: TpslContext = { ...long, instrument: { ...BTC, settleCoin } };
    expect(after(full, context, input('stopLoss', 'PNL'), typed('stopLoss', text)).stopLoss.text).toBe(kept);
  });

  it('TPS-06 TPS-12 a profit of nothing is refused, and one that is too small for the digits is not written as nothing', () => {
    const zero = after(full, long, input('takeProfit', 'PNL'), typed('takeProfit', '0.00'));
    expect(codes(zero, long)).toEqual(['profitZero']);
    const little: TpslContext = { ...long, quantity: lots(1) };
    const price1 = after(full, little, typed('takeProfit', '50000.1'), input('takeProfit', 'PNL'));
    expect(price1.takeProfit).toMatchObject({ text: '', trigger: '' });
  });

  it('TPS-06 a price that would be a loss means nothing as a profit', () => {
    const loss = after(full, long, typed('takeProfit', '49000'), input('takeProfit', 'PNL'));
    expect(loss.takeProfit).toMatchObject({ text: '', trigger: '' });
  });

  it('TPS-06 remembered per field, and portfolio margin forces PRICE in place of ROI', () => {
    const habits = { ...USUAL_HABITS, takeProfitInput: 'ROI', stopLossInput: 'PNL' } as const;
    expect(emptyTpsl('Full', long, habits)).toMatchObject({ takeProfit: { inputType: 'ROI' }, stopLoss: { inputType: 'PNL' } });
    const pm: TpslContext = { ...long, account: { kind: 'PM', isDemo: false } };
    expect(emptyTpsl('Full', pm, habits)).toMatchObject({ takeProfit: { inputType: 'PRICE' }, stopLoss: { inputType: 'PNL' } });
    expect(after(full, pm, input('stopLoss', 'ROI')).stopLoss.inputType).toBe('PRICE');
  });

  it('TPS-06 a changed quantity changes what a profit means, not what a price means', () => {
    const pnl = after(partial, long, input('takeProfit', 'PNL'), typed('takeProfit', '1000'), typed('stopLoss', '49000'));
    expect(pnl.takeProfit.trigger).toBe('51000.0');
    const less = after(pnl, long, { type: 'quantityTyped', text: '0.5' });
    expect(less.takeProfit.trigger).toBe('52000.0');
    expect(less.stopLoss.trigger).toBe('49000');
  });

  it('TPS-06 TPS-09 the typed return is what the price returns, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<ExitKind>('takeProfit', 'stopLoss'),
        fc.constantFrom(long, short),
        fc.integer({ min: 0, max: 9_000 }),
        (leg, context, tenths) => {
          const draft = after(full, context, input(leg, 'ROI'), typed(leg, formatDecimal(BigInt(tenths), 1)));
          if (draft[leg].over) return;
          const back = after(draft, context, input(leg, 'PRICE'), input(leg, 'ROI'))[leg].text;
          // A tick of 0.1 at 50,000 and 10x is 0.002 percent: less than the tenth that is shown.
          expect(back).toBe(formatDecimal(BigInt(tenths), 1));
        },
      ),
    );
  });
});

describe('limits', () => {
  it('TPS-09 slider maxima, largest shares and the largest profit', () => {
    expect(SLIDER_MAX).toEqual({ takeProfit: { percent: 25, roi: 150 }, stopLoss: { percent: 10, roi: 75 } });
    expect(formatDecimal(maxShare('takeProfit', 'percent'))).toBe('999999999.9');
    expect(formatDecimal(maxShare('stopLoss', 'percent'))).toBe('99.9');
    expect(formatDecimal(maxShare('takeProfit', 'roi'))).toBe('999999999.9');
    expect(formatDecimal(maxShare('stopLoss', 'roi'))).toBe('999999999.9');
    expect(formatDecimal(PNL_MAX)).toBe('999999999');
    expect([shareOf('PRICE'), shareOf('ROI'), shareOf('PNL')]).toEqual(['percent', 'roi', undefined]);
  });

  it('TPS-09 what is typed stops at the maximum and has one decimal as a share', () => {
    expect(after(full, long, input('takeProfit', 'ROI'), typed('takeProfit', '12.34')).takeProfit.text).toBe('12.3');
    expect(after(full, long, input('takeProfit', 'ROI'), typed('takeProfit', '99999999999')).takeProfit.text).toBe('999999999.9');
    expect(after(full, long, input('stopLoss', 'PNL'), typed('stopLoss', '9999999999')).stopLoss.text).toBe('999999999');
    expect(after(full, long, { type: 'percentChosen', leg: 'stopLoss', percent: '250' }).stopLoss.trigger).toBe('50.0');
  });

  it('TPS-08 a left price is bounded by 0 and the highest price', () => {
    const left = (text: string) => after(full, long, typed('takeProfit', text), { type: 'left', leg: 'takeProfit' }).takeProfit.text;
    expect(left('99999999')).toBe('1999999.8');
    expect(left('0')).toBe('0');
    expect(left('50000.0')).toBe('50000.0');
    expect(left('')).toBe('');
  });

  it('TPS-15 presets', () => {
    expect(TPSL_PRESETS.takeProfit).toEqual({ percent: [0, 5, 10, 15, 20, 25], roi: [0, 50, 100, 150] });
    expect(TPSL_PRESETS.stopLoss).toEqual({ percent: [0, 5, 10], roi: [0, 25, 50, 75] });
  });

  it.each([
    ['takeProfit', long, '25', '62500.0'],
    ['stopLoss', long, '10', '45000.0'],
    ['takeProfit', short, '25', '37500.0'],
    ['stopLoss', short, '10', '55000.0'],
  ] as const)('TPS-09 TPS-15 a %s of so many percent of the price', (leg, context, percent, trigger) => {
    expect(after(full, context, { type: 'percentChosen', leg, percent })[leg]).toMatchObject({ trigger, text: trigger });
  });

  it('TPS-16 triggers by the last price and exits at market unless other choices were kept', () => {
    expect(full.takeProfit).toMatchObject({ triggerBy: 'LastPrice', orderType: 'Market' });
    expect(full.stopLoss).toMatchObject({ triggerBy: 'LastPrice', orderType: 'Market' });
    const kept = emptyTpsl('Full', long, { ...USUAL_HABITS, stopLossTrigger: 'MarkPrice' });
    expect(kept.stopLoss.triggerBy).toBe('MarkPrice');
    expect(after(full, long, { type: 'triggerByChosen', leg: 'takeProfit', triggerBy: 'IndexPrice' }).takeProfit.triggerBy).toBe(
      'IndexPrice',
    );
  });
});

describe('TPS-08 a trigger against the market', () => {
  it.each([
    ['Buy', 50_050, true],
    ['Buy', 50_050.1, false],
    ['Buy', 10, true],
    ['Sell', 49_950, true],
    ['Sell', 49_949.9, false],
    ['Sell', 90_000, true],
    ['Buy', 0, false],
    ['Buy', 0.1, false],
    ['Sell', 1_999_999.8, false],
    ['Sell', 1_999_999.7, true],
  ] as const)('%s at %d of 50,000 is %s', (side, trigger, valid) => {
    expect(isTriggerValid(at(trigger), { instrument: BTC, side, market: at(50_000) })).toBe(valid);
  });
});

describe('a trigger beside the market', () => {
  const now = { last: at(50_000), mark: at(51_000), index: at(49_000) };
  const moved = (context: TpslContext): TpslContext => ({ ...context, reference: undefined, market: now });
  it.each([
    [long, 'takeProfit', '49900', ['triggerReached']],
    [long, 'takeProfit', '49960', ['triggerNear']],
    [long, 'takeProfit', '50000', ['triggerNear']],
    [long, 'takeProfit', '50040', ['triggerNear']],
    [long, 'takeProfit', '50060', []],
    [long, 'stopLoss', '50060', ['triggerReached']],
    [long, 'stopLoss', '49960', ['triggerNear']],
    [long, 'stopLoss', '49900', []],
    [short, 'takeProfit', '50060', ['triggerReached']],
    [short, 'takeProfit', '49900', []],
    [short, 'stopLoss', '49900', ['triggerReached']],
    [short, 'stopLoss', '50060', []],
  ] as const)(
    'TPS-08 case %#: one that its source has reached is refused, one within 0.1% is warned of',
    (context, leg, text, expected) => {
      expect(codes(after(full, moved(context), typed(leg, text)), moved(context))).toEqual(expected);
    },
  );

  it('TPS-08 each trigger is measured against its own source', () => {
    const byMark = after(full, moved(long), { type: 'triggerByChosen', leg: 'takeProfit', triggerBy: 'MarkPrice' });
    expect(codes(after(byMark, moved(long), typed('takeProfit', '50500')), moved(long))).toEqual(['triggerReached']);
    expect(codes(after(byMark, moved(long), typed('takeProfit', '51100')), moved(long))).toEqual([]);
    const byIndex = after(full, moved(long), { type: 'triggerByChosen', leg: 'stopLoss', triggerBy: 'IndexPrice' });
    expect(codes(after(byIndex, moved(long), typed('stopLoss', '49500')), moved(long))).toEqual(['triggerReached']);
  });

  it('TPS-08 the ends of the price range are no triggers', () => {
    const most = formatDecimal(priceUnits(priceOfTicks(BTC.maxPrice, BTC.tickSize)));
    expect(codes(after(full, long, typed('takeProfit', most)), long)).toEqual(['takeProfitOver']);
  });
});

describe('options', () => {
  const option: TpslContext = { ...long, instrument: BTC_CALL, entry: at(500), reference: at(500) };

  it('TPS-01 a form of an option is of the whole position, by the mark price, without returns', () => {
    const habits = { takeProfitInput: 'ROI', stopLossInput: 'PNL', takeProfitTrigger: 'LastPrice', stopLossTrigger: 'IndexPrice' } as const;
    const draft = emptyTpsl('Partial', option, habits);
    expect(draft).toMatchObject({
      mode: 'Full',
      takeProfit: { inputType: 'PRICE', triggerBy: 'MarkPrice', orderType: 'Market' },
      stopLoss: { inputType: 'PNL', triggerBy: 'MarkPrice', orderType: 'Market' },
    });
    const tried = after(
      draft,
      option,
      { type: 'modeChosen', mode: 'Partial' },
      { type: 'triggerByChosen', leg: 'takeProfit', triggerBy: 'LastPrice' },
      input('stopLoss', 'ROI'),
      { type: 'limitToggled', leg: 'takeProfit' },
    );
    expect(tried).toMatchObject({
      mode: 'Full',
      takeProfit: { triggerBy: 'MarkPrice', orderType: 'Market' },
      stopLoss: { inputType: 'PRICE' },
    });
  });

  it('TPS-01 other contracts are offered all of it', () => {
    expect(tpslOffer(BTC, long.account)).toEqual({
      modes: ['Full', 'Partial'],
      inputs: ['PRICE', 'ROI', 'PNL'],
      sources: ['LastPrice', 'MarkPrice', 'IndexPrice'],
      hasReturn: true,
    });
  });
});

describe('issues', () => {
  it.each([
    [long, 'takeProfit', '49999.9', 'tpPosPriceTooLow'],
    [long, 'stopLoss', '50000.1', 'slPosPriceTooHigh'],
    [short, 'takeProfit', '50000.1', 'tpPosPriceTooHigh'],
    [short, 'stopLoss', '49999.9', 'slPosPriceTooLow'],
    [{ ...long, target: 'order' }, 'takeProfit', '49999.9', 'tpPriceTooLow'],
    [{ ...long, target: 'order' }, 'stopLoss', '50000.1', 'slPriceTooHigh'],
    [{ ...short, target: 'order' }, 'takeProfit', '50000.1', 'tpPriceTooHigh'],
    [{ ...short, target: 'order' }, 'stopLoss', '49999.9', 'slPriceTooLow'],
  ] as const)('TPS-14 case %#', (context, leg, text, code) => {
    expect(codes(after(full, context, typed(leg, text)), context)).toEqual([code]);
    expect(codes(after(full, context, typed(leg, '50000')), context)).toEqual([]);
  });

  it('TPS-14 the reference is what the dialog opened on, not the entry', () => {
    const risen: TpslContext = { ...long, reference: at(52_000) };
    expect(codes(after(full, risen, typed('takeProfit', '51000')), risen)).toEqual(['tpPosPriceTooLow']);
    expect(codes(after(full, risen, typed('stopLoss', '51000')), risen)).toEqual([]);
  });

  it('TPS-11 a stop-loss that liquidation comes before warns, but not in the newest unified account', () => {
    const lowest: TpslContext = { ...long, liquidation: at(45_000) };
    const highest: TpslContext = { ...short, liquidation: at(55_000) };
    expect(codes(after(full, lowest, typed('stopLoss', '45000')), lowest)).toEqual(['buySlPriceUpLiqPrice']);
    expect(codes(after(full, highest, typed('stopLoss', '55000')), highest)).toEqual(['sellSlPriceUpLiqPrice']);
    const newest: TpslContext = { ...lowest, account: { kind: 'UTA2', isDemo: false } };
    expect(codes(after(full, newest, typed('stopLoss', '45000')), newest)).not.toContain('buySlPriceUpLiqPrice');
    expect(tpslIssues(after(full, lowest, typed('stopLoss', '45000')), lowest)[0]?.severity).toBe('warning');
  });

  it('TPS-11 an exit close to the liquidation price has a tip', () => {
    const lowest: TpslContext = { ...long, liquidation: at(45_000) };
    expect(codes(after(full, lowest, typed('stopLoss', '45450')), lowest)).toEqual(['tpSlLimitExecTip']);
    expect(codes(after(full, lowest, typed('stopLoss', '45450.1')), lowest)).toEqual([]);
    const limit = after(
      partial,
      lowest,
      typed('stopLoss', '46000'),
      { type: 'limitToggled', leg: 'stopLoss' },
      { type: 'limitTyped', leg: 'stopLoss', text: '45100' },
    );
    expect(codes(limit, lowest)).toEqual(['tpSlLimitExecTip']);
  });

  it('TPS-11 a take-profit that would be a loss has no estimate', () => {
    const legAt = (trigger: string) => ({ trigger, limitPrice: '' });
    expect(moneyUnits(estimatedProfit('takeProfit', legAt('50500'), long, lots(2_000))!)).toBe(1_000n * UNIT);
    expect(estimatedProfit('takeProfit', legAt('49500'), long, lots(2_000))).toBeUndefined();
    expect(moneyUnits(estimatedProfit('stopLoss', legAt('49500'), long, lots(2_000))!)).toBe(-1_000n * UNIT);
    expect(estimatedProfit('takeProfit', legAt(''), long, lots(2_000))).toBeUndefined();
  });

  it.each([
    ['takeProfit', '51000', '', 'tpLimitPriceEmpty'],
    ['takeProfit', '51000', '0', 'tpLimitPriceEmpty'],
    ['takeProfit', '', '51000', 'tpLimitPriceEmpty'],
    ['stopLoss', '49000', '', 'slLimitPriceEmpty'],
    ['stopLoss', '', '49000', 'slLimitPriceEmpty'],
  ] as const)('TPS-12 a limit %s needs both prices: trigger %j, limit %j', (leg, trigger, limit, code) => {
    const draft = after(partial, long, { type: 'limitToggled', leg }, typed(leg, trigger), { type: 'limitTyped', leg, text: limit });
    expect(codes(draft, long)).toContain(code);
  });

  it('TPS-12 exactly 0 and what no price stands for are over', () => {
    expect(codes(after(full, long, typed('takeProfit', '0')), long)).toEqual(['takeProfitOver']);
    expect(codes(after(full, long, typed('stopLoss', '0.0')), long)).toEqual(['takeProfitOver']);
    const over = after(full, short, input('takeProfit', 'ROI'), typed('takeProfit', '1000'));
    expect(over.takeProfit.over).toBe(true);
    expect(codes(over, short)).toEqual(['takeProfitOver']);
  });

  it('TPS-12 a partial entry needs a quantity', () => {
    const none = { ...partial, quantity: '' };
    expect(codes(after(none, long, typed('takeProfit', '51000')), long)).toEqual(['slTips1']);
    expect(codes(after(none, long, typed('stopLoss', '49000')), long)).toEqual(['slTips1']);
    expect(codes(after(partial, long, typed('takeProfit', '51000')), long)).toEqual([]);
  });

  it('TPS-13 a quantity above the limit', () => {
    const typedQuantity = (text: string) => after(partial, long, typed('takeProfit', '51000'), { type: 'quantityTyped', text });
    expect(codes(typedQuantity('2'), long)).toEqual([]);
    expect(codes(typedQuantity('2.001'), long)).toEqual(['tpSlQtyOver']);
    expect(codes(typedQuantity('1.501'), { ...long, free: lots(1_500) })).toEqual(['tpSlQtyOver']);
    const small: TpslContext = { ...long, target: 'order', instrument: { ...BTC, maxLimitOrder: lots(1_000) } };
    expect(codes(typedQuantity('1.001'), small)).toEqual(['tpSlQtyOver']);
  });

  it('INP-05 a partial quantity above the maximum of the symbol is announced as split', () => {
    const small: TpslContext = { ...long, instrument: { ...BTC, maxLimitOrder: lots(1_000) } };
    const draft = after(partial, small, typed('takeProfit', '51000'), { type: 'quantityTyped', text: '1.5' });
    expect(tpslIssues(draft, small)).toEqual([{ code: 'maxQtySplitOrderTip', field: 'quantity', severity: 'warning' }]);
  });

  it('TPS-13 the quantities of form and legs default to each other', () => {
    const own = after(partial, long, { type: 'legQuantityTyped', leg: 'takeProfit', text: '0.5' });
    expect(lotCount(legLots(own, 'takeProfit', long)!)).toBe(500);
    expect(lotCount(legLots(own, 'stopLoss', long)!)).toBe(1_000);
    expect(lotCount(legLots({ ...own, quantity: '' }, 'stopLoss', long)!)).toBe(500);
    expect(lotCount(legLots(full, 'stopLoss', long)!)).toBe(2_000);
  });

  it('an empty form has nothing to send', () => {
    expect(codes(full, long)).toEqual(['tpslEmpty']);
  });

  it('INP-08 TPS-13 the slider takes shares of what is free', () => {
    expect(after(partial, long, { type: 'quantityShareChosen', percent: 25 }).quantity).toBe('0.5');
    expect(after(partial, { ...long, free: lots(1_000) }, { type: 'quantityShareChosen', percent: 50 }).quantity).toBe('0.5');
    expect(after(partial, long, { type: 'quantityShareChosen', percent: 0 }).quantity).toBe('');
  });
});

it('TPS-17 a full form names no quantity', () => {
  const terms = tpslTerms(after(full, long, input('takeProfit', 'ROI'), typed('takeProfit', '10')), long);
  expect(terms).toMatchObject({
    mode: 'Full',
    takeProfit: { trigger: 505_000, quantity: undefined, inputType: 'ROI' },
    stopLoss: undefined,
  });
});
