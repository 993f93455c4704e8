export { DepthChart } from './depth-chart.tsx';
