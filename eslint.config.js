// Lint: TypeScript and Svelte, the import rule of the rooms, and the bans that keep runs reproducible and text harmless.
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import rooms, { DETERMINISTIC_ROOMS } from './scripts/lint-rooms.js';
import svelteConfig from './svelte.config.js';

const TRANSCENDENTAL = [
  'exp',
  'expm1',
  'log',
  'log1p',
  'log2',
  'log10',
  'pow',
  'tanh',
  'sinh',
  'cosh',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'atan2',
  'cbrt',
  'hypot',
  'random',
];
const CLOCK_AND_PLACE = [
  'Date',
  'performance',
  'Intl',
  'window',
  'document',
  'navigator',
  'indexedDB',
  'localStorage',
  'fetch',
  'process',
  'setTimeout',
  'setInterval',
];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'test-results/**', 'public/**', 'lab-out/**', 'coverage/**'] },
  ...tseslint.configs.recommended,
  ...tseslint.configs.stylistic,
  ...svelte.configs['flat/recommended'],
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node, ...globals.worker } },
    plugins: { rooms },
    rules: {
      'rooms/imports': 'error',
      'rooms/no-barrel': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'TemplateLiteral[quasis.0.value.raw=/\\/home\\//]', message: 'No path of a machine in the code.' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-inferrable-types': 'off',
      '@typescript-eslint/prefer-for-of': 'off',
      '@typescript-eslint/array-type': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'rooms/no-static-style': 'error',
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: DETERMINISTIC_ROOMS.map((room) => `src/${room}/**/*.ts`),
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...TRANSCENDENTAL.map((property) => ({
          object: 'Math',
          property,
          message: 'Differs between engines: use src/core/numerics.ts or src/core/rng.ts.',
        })),
      ],
      'no-restricted-globals': [
        'error',
        ...CLOCK_AND_PLACE.map((name) => ({
          name,
          message: 'Not in the deterministic rooms: no clock, no DOM, no network, no locale.',
        })),
      ],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['node:*', 'svelte', 'svelte/*', 'dexie', 'comlink'],
              message: 'The deterministic rooms run unchanged everywhere.',
            },
          ],
        },
      ],
    },
  },
  { files: ['**/*.js'], rules: { '@typescript-eslint/no-unused-vars': 'off' } },
);
