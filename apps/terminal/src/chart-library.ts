import { createChartWidget, createUdfDatafeed } from '@tapedeck/chart';

// What a page has that embeds the chart (docs/embedding-the-chart.md).
Object.assign(window, { TapedeckChart: { createChartWidget, createUdfDatafeed } });
