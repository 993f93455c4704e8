import { createChartWidget } from '@tapedeck/chart';
import { createUdfDatafeed } from '@tapedeck/chart/udf';

// The API for pages that embed the chart (docs/embedding-the-chart.md).
Object.assign(window, { TapedeckChart: { createChartWidget, createUdfDatafeed } });
