// The stored preferences and their one validating door. Invariant: any text in, complete known preferences out.

export const THEMES = ['auto', 'light', 'dark'] as const;
export const DENSITIES = ['class', 'student', 'researcher'] as const;

export interface Stored {
  readonly theme: (typeof THEMES)[number];
  readonly density: (typeof DENSITIES)[number];
  /** 20 px base size. */
  readonly projector: boolean;
  /** Single-key shortcuts. */
  readonly shortcuts: boolean;
  /** Live announcements for screen readers. */
  readonly announce: boolean;
}

const DEFAULTS: Stored = { theme: 'auto', density: 'student', projector: false, shortcuts: true, announce: true };

/** Reads stored text; whatever is missing or unknown becomes the default. */
export function fromStored(text: string | null): Stored {
  const found = parse(text);
  const flag = (name: 'projector' | 'shortcuts' | 'announce') =>
    typeof found[name] === 'boolean' ? found[name] : DEFAULTS[name];
  return {
    theme: THEMES.find((theme) => theme === found['theme']) ?? DEFAULTS.theme,
    density: DENSITIES.find((density) => density === found['density']) ?? DEFAULTS.density,
    projector: flag('projector'),
    shortcuts: flag('shortcuts'),
    announce: flag('announce'),
  };
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
