import { isDaily } from '../model/ticks.ts';
import { createZone, type Zone } from '../model/zone.ts';
import { countdownText } from '../render/countdown.ts';
import { PriceWriter } from '../render/price-writer.ts';
import { TimeWriter } from '../render/time-writer.ts';
import { valueFormat } from '../render/value-format.ts';
import type { ChartResolution } from '../../bridge/messages.ts';

const UTC = 'Etc/UTC';

interface Written {
  readonly locale: string;
  readonly priceDigits: number;
  readonly timezone: string;
  readonly resolution: ChartResolution;
}

/** Formats prices and times on the picture. */
export class Scribe {
  zone: Zone = createZone(UTC);
  prices = new PriceWriter('en', 2);
  times = new TimeWriter('en', UTC, false);

  write({ locale, priceDigits, timezone, resolution }: Written): void {
    // Formats are created while the bars load, so the first paint has them.
    valueFormat(locale)(1);
    countdownText(0, locale);
    if (timezone !== this.zone.name) this.zone = createZone(timezone);
    this.prices = new PriceWriter(locale, priceDigits);
    const daily = isDaily(resolution);
    this.times = new TimeWriter(locale, daily ? UTC : this.zone.name, daily);
  }
}
