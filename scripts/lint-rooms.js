// ESLint rules of the house: which room may import which (design.md section 3), and no static style attribute (CSP).
// Invariant: the table below is the whole import rule; a room that is missing here may import nothing of ours.
import { dirname, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const kernel = ['core'];
const methods = [...kernel, 'worlds', 'policy', 'learn', 'context'];

/** Room -> rooms it may import (its own is always allowed). `types` lists rooms of which only types may be imported. */
const ROOMS = {
  core: { may: [] },
  worlds: { may: kernel },
  policy: { may: [...kernel, 'learn'], types: ['worlds'] },
  learn: { may: kernel },
  context: { may: kernel },
  loop: { may: methods },
  systems: { may: [...methods, 'loop'] },
  store: { may: kernel },
  share: { may: kernel },
  remote: { may: [...kernel, 'learn', 'policy'] },
  workers: { may: [...methods, 'loop', 'systems', 'store', 'share', 'remote'] },
  cli: { may: [...methods, 'loop', 'systems', 'store', 'share', 'remote', 'workers', 'test'] },
  app: { may: [...methods, 'loop', 'systems', 'store', 'share', 'remote', 'workers'] },
  scripts: { may: ['cli', 'test'] },
  test: { may: [...methods, 'loop', 'systems', 'store', 'share', 'remote', 'workers', 'cli', 'app', 'scripts'] },
};

/** Rooms that run unchanged in a browser worker and in Node. */
export const DETERMINISTIC_ROOMS = ['core', 'worlds', 'policy', 'learn', 'context', 'loop', 'systems'];

function roomOf(file) {
  const parts = relative(root, file).split(/[\\/]/);
  return parts[0] === 'src' ? parts[1] : parts[0];
}

function reportForbidden(context, node, source, typeOnly) {
  if (!source.startsWith('.')) return;
  const from = roomOf(context.filename);
  const to = roomOf(resolve(dirname(context.filename), source));
  if (from === to || /\.test\.ts$/.test(context.filename)) return;
  const rule = ROOMS[from];
  const allowed = rule && (rule.may.includes(to) || (typeOnly && rule.types?.includes(to)));
  if (rule && !allowed) {
    context.report({ node, message: `Room "${from}" may not import from room "${to}" (see scripts/lint-rooms.js).` });
  }
}

const importRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = (node) =>
      node.source &&
      reportForbidden(context, node, String(node.source.value), (node.importKind ?? node.exportKind) === 'type');
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const noBarrel = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    ExportAllDeclaration: (node) =>
      context.report({ node, message: 'No barrel files: import from the module itself.' }),
  }),
};

const noStaticStyle = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    SvelteAttribute(node) {
      if (node.key?.name === 'style')
        context.report({ node, message: 'style="…" breaks the CSP: use a class or a style: directive.' });
    },
  }),
};

export default { rules: { imports: importRule, 'no-barrel': noBarrel, 'no-static-style': noStaticStyle } };
