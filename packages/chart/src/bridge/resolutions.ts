export const CHART_RESOLUTIONS = ['1', '3', '5', '15', '30', '60', '120', '240', '360', '720', '1D', '1W', '1M'] as const;

export type ChartResolution = (typeof CHART_RESOLUTIONS)[number];
