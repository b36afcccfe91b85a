// The import rule as lint sees it: forbidden directions are reported, allowed ones are not.
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint({ cwd: new URL('../..', import.meta.url).pathname });

async function problems(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: file });
  return (result?.messages ?? []).map((message) => message.ruleId ?? '');
}

describe('the rooms', () => {
  it.each([
    ['src/core/x.ts', `import { a } from '../worlds/world.ts';\nexport const b = a;\n`],
    ['src/worlds/x.ts', `import { a } from '../policy/policy.ts';\nexport const b = a;\n`],
    ['src/store/x.ts', `import { a } from '../loop/run.ts';\nexport const b = a;\n`],
    ['src/loop/x.ts', `import { a } from '../systems/grpo.ts';\nexport const b = a;\n`],
    ['workers/x.ts', `import { a } from '../src/app/main.ts';\nexport const b = a;\n`],
    ['src/policy/x.ts', `import { a } from '../worlds/registry.ts';\nexport const b = a;\n`],
  ])('%s may not import that', async (file, code) => {
    expect(await problems(file, code)).toContain('rooms/imports');
  });

  it.each([
    ['src/worlds/x.ts', `import { a } from '../core/rng.ts';\nexport const b = a;\n`],
    ['src/policy/x.ts', `import type { A } from '../worlds/world.ts';\nexport type B = A;\n`],
    ['src/systems/x.ts', `import { a } from '../loop/run.ts';\nexport const b = a;\n`],
  ])('%s may import that', async (file, code) => {
    expect(await problems(file, code)).not.toContain('rooms/imports');
  });

  it.each(['Math.exp(1)', 'Math.random()', 'Date.now()', 'Math.pow(2, 3)', 'performance.now()'])(
    'the deterministic rooms may not use %s',
    async (expression) => {
      const rules = await problems('src/learn/x.ts', `export const x = ${expression};\n`);
      expect(rules.some((rule) => rule.startsWith('no-restricted'))).toBe(true);
    },
  );

  it('templates may not use static styles or raw HTML', async () => {
    const rules = await problems('src/app/parts/X.svelte', `<p style="color: red">a</p>\n{@html 'b'}\n`);
    expect(rules).toEqual(expect.arrayContaining(['rooms/no-static-style', 'svelte/no-at-html-tags']));
  });
});
