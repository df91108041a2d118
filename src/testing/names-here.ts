// Host names that lead to this machine for the length of a test: a provider is told by the name in its address.
import dns from 'node:dns'
import { onTestFinished, vi } from 'vitest'

/** Lets every name that ends like one of these resolve to loopback; other names resolve as ever. */
export function namesHere(...endings: readonly string[]): void {
  const lookup = dns.lookup.bind(dns)
  const here = vi.spyOn(dns, 'lookup')
  // The overloads differ in where the callback stands; whoever connects passes options in between.
  here.mockImplementation(((name: string, options: dns.LookupOptions, told: (...answer: unknown[]) => void) => {
    if (!endings.some((ending) => name.endsWith(ending))) return lookup(name, options, told)
    if (options.all) told(null, [{ address: '127.0.0.1', family: 4 }])
    else told(null, '127.0.0.1', 4)
  }) as typeof dns.lookup)
  onTestFinished(() => here.mockRestore())
}
