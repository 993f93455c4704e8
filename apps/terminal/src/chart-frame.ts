import '@tapedeck/ui/styles.css';
import { startChartFrame } from '@tapedeck/chart/frame';

startChartFrame();
