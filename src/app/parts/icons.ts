// Path data of the icons, 16 x 16, stroked. The seven stations use the names of their verbs.

export const ICONS = {
  rollout: 'M3 13V7l5-4 5 4v6H3m4 0V9.500h2V13',
  signals: 'M1.500 8.500h3L6.500 3l3 10 2-4.500h3',
  diagnose: 'M7 12A5 5 0 1 1 7 2a5 5 0 0 1 0 10m3.600-1.400L14 14',
  generate: 'M8 14V7.500M8 9C4.500 9 3 7 3 4c3.500 0 5 2 5 5m0-1.500c0-3 1.500-5 5-5 0 3-1.500 5-5 5',
  validate: 'M8 1.500 13.500 4v4c0 3.500-2.500 5.500-5.500 6.500C5 13.500 2.500 11.500 2.500 8V4zM5.500 8l2 2 3-3.500',
  update: 'M8 14V5M4 8.500 8 4.500l4 4M3 2h10',
  evaluate: 'M3 14V2.500M3 3c3-1.500 6 1.500 10 0v6c-4 1.500-7-1.500-10 0',
  run: 'M4.500 2.800v10.400L13 8z',
  pause: 'M5 3v10M11 3v10',
  step: 'M3 3.500v9L9.500 8zM12.500 3.500v9',
  generation: 'M13 8a5 5 0 1 1-1.600-3.700M13.500 2v3h-3',
  reset: 'M3 8a5 5 0 1 0 1.600-3.700M2.500 2v3h3',
  close: 'M4 4l8 8M12 4l-8 8',
  help: 'M5.700 6a2.400 2.400 0 1 1 3.600 2.100c-.9.500-1.300.9-1.300 1.900M8 12.800v.2',
  file: 'M4 2h5l3.500 3.500V14H4zM9 2v3.500h3.500',
  settings:
    'M2 4.500h6M12 4.500h2M2 11.500h2M8 11.500h6M10 2.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4M6 9.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  warning: 'M8 2 15 13.500H1zM8 6.500V9.500M8 11.700v.1',
  open: 'M6 3h7v7M13 3 5 11',
} as const;

export type IconName = keyof typeof ICONS;
