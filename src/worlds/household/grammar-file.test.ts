// The files are invented; the real ones are read by the golden tests.
import { describe, expect, it } from 'vitest';
import { parseGrammarFile } from './grammar-file.ts';

const block = (json: unknown): string => `"""\n${JSON.stringify(json)}\n"""`;
const intro = `grammar :: ${block({ intro: [{ rhs: 'hello' }] })};\n`;

describe('grammar files', () => {
  it('gathers symbols of the file and of its actions, names of actions lower-cased', () => {
    const source = parseGrammarFile(`${intro}
      # a remark
      action GoThere {
        template :: "walk {r}";
        feedback :: "#went#";
        grammar :: ${block({ went: [{ condition: 'p(r:receptacle)', rhs: 'there' }, { rhs: 'not there' }] })};
      }`);
    expect({ ...source.actions }).toEqual({ gothere: { template: 'walk {r}', feedback: '#went#' } });
    expect(source.symbols['went']).toEqual([{ condition: 'p(r:receptacle)', rhs: 'there' }, { rhs: 'not there' }]);
  });

  it('takes a literal feedback with line breaks, as patched files have it', () => {
    const source = parseGrammarFile(
      `${intro}action help { template :: "help"; feedback :: "\nDo:\n  this\\n  that"; }`,
    );
    expect(source.actions['help'].feedback).toBe('\nDo:\n  this\\n  that');
  });

  it('lets a later definition of a symbol replace an earlier one', () => {
    const again = `grammar :: ${block({ intro: [{ rhs: 'again' }] })};`;
    expect(parseGrammarFile(intro + again).symbols['intro']).toEqual([{ rhs: 'again' }]);
  });

  it.each([
    ['a cut file', `${intro}action go { template :: "walk`, /line \d+ should go on with a text in double quotes/],
    ['a word that is none', `${intro}verb x {}`, /"verb" stands where/],
    ['an unknown part', `${intro}action x { sound :: "boo"; }`, /action "x" has an unknown part "sound"/],
    ['an action without feedback', `${intro}action x { template :: "x"; }`, /action "x" has no feedback/],
    ['a block that is no JSON', 'grammar :: """{"intro": [}""";', /not JSON/],
    ['a rule without text', `grammar :: ${block({ intro: [{ condition: 'p(a:b)' }] })};`, /"intro" has no text "rhs"/],
    ['a symbol that is no list', `grammar :: ${block({ intro: 'hello' })};`, /"intro" is no list/],
    ['no intro', `grammar :: ${block({ other: [] })};`, /"intro" is missing/],
  ])('refuses %s and says where', (_, text, message) => {
    expect(() => parseGrammarFile(text)).toThrowError(message);
  });
});
