// The one place where zod is imported: without its just-in-time compiler, which the content security policy forbids.
// Invariant: configured before any schema exists, because every schema comes through here.
import { z } from 'zod';

z.config({ jitless: true });

export { z };
