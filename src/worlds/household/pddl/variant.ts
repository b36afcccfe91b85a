// Which domain texts the compiled engine knows, by a hash of what they say: comments, blanks, capitals and costs do not count.
// Invariant: any other domain is played by the generic engine, so an edited rule is never ignored.
import { sha256Hex } from '../../../core/hash.ts';
import { benchmarkAppliances } from '../compact.ts';
import type { HouseSpec } from '../house.ts';
import type { Action, PddlDomain } from './syntax.ts';

/** What the compiled engine must know of a domain beyond the common rules. */
export interface KnownDomain {
  readonly appliances: HouseSpec['appliances'];
  readonly help: boolean;
}

/** Appliances by the SHA-256 of each release's domain without `help` (figures measured on the texts of 2.1.1 and 2.1.3). */
const KNOWN: Readonly<Record<string, HouseSpec['appliances']>> = {
  '5bccfe58a56c1a38aa297c1a97af0644d7ce175e855fec6dd7da2ac1e0ed5cdd': benchmarkAppliances(true),
  '65cafe6bf770a47d9e403d03c5a743ac69708506f1e09c319c71889e46e04ee2': benchmarkAppliances(false),
};

/** Hash of all that a domain says about play. */
function domainHash(domain: PddlDomain): string {
  const { types, constants, predicates, actions } = domain;
  const said = { types: [...types], constants, predicates: [...predicates], actions };
  return sha256Hex(new TextEncoder().encode(JSON.stringify(said)));
}

/** The known domain that this one is, or null for an edited one. Newer data add `help` to either. */
export function knownDomain(domain: PddlDomain): KnownDomain | null {
  const actions = domain.actions.filter((action) => !isHelp(action));
  const hash = domainHash({ ...domain, actions });
  if (!Object.hasOwn(KNOWN, hash)) return null;
  return { appliances: KNOWN[hash], help: actions.length < domain.actions.length };
}

/** Always possible and without consequence, like `help` of the releases since 2.1.2. */
function isHelp({ name, precondition, effects }: Action): boolean {
  const always = precondition.kind === 'and' && precondition.parts.length === 0;
  return (
    name === 'help' && always && effects.length === 1 && effects[0].atom.predicate === 'checked' && !effects[0].negated
  );
}
