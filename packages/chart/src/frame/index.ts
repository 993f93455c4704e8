export { startChartFrame } from './start-chart-frame.ts';
