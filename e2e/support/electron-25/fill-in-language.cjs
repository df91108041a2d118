// What the language and the web platform have gained since Node 18 and Chrome 114, as far as the app uses it. For tests only: main
// process, its workers and the page of the test build all begin with this file.

/** Defines what is missing and leaves what is there. */
function fillIn(target, values) {
  for (const key of Reflect.ownKeys(values)) {
    if (key in target) continue
    Object.defineProperty(target, key, { value: values[key], configurable: true, writable: true, enumerable: false })
  }
}

fillIn(Symbol, { dispose: Symbol('Symbol.dispose'), asyncDispose: Symbol('Symbol.asyncDispose') })
fillIn(URL, {
  canParse(url, base) {
    try {
      return Boolean(new URL(url, base))
    } catch {
      return false
    }
  },
})
fillIn(AbortSignal, {
  any(signals) {
    const controller = new AbortController()
    for (const signal of signals) {
      if (signal.aborted) controller.abort(signal.reason)
      else
        signal.addEventListener('abort', () => controller.abort(signal.reason), {
          once: true,
          signal: controller.signal,
        })
    }
    return controller.signal
  },
})
fillIn(Promise, {
  withResolvers() {
    const settle = {}
    const promise = new this((resolve, reject) => Object.assign(settle, { resolve, reject }))
    return { promise, ...settle }
  },
  try(action, ...args) {
    return new this((resolve) => resolve(action(...args)))
  },
})
fillIn(Array, {
  async fromAsync(items, map = (item) => item) {
    const result = []
    for await (const item of items) result.push(await map(item, result.length))
    return result
  },
})
fillIn(Array.prototype, {
  toSorted(compare) {
    return [...this].sort(compare)
  },
  toReversed() {
    return [...this].reverse()
  },
  toSpliced(...args) {
    const copy = [...this]
    copy.splice(...args)
    return copy
  },
  with(index, value) {
    const copy = [...this]
    copy[index < 0 ? copy.length + index : index] = value
    return copy
  },
})
fillIn(Object, {
  groupBy(items, keyOf) {
    const groups = Object.create(null)
    let at = 0
    for (const item of items) {
      const key = keyOf(item, at++)
      groups[key] ??= []
      groups[key].push(item)
    }
    return groups
  },
})
fillIn(Map, {
  groupBy(items, keyOf) {
    const groups = new Map()
    let at = 0
    for (const item of items) {
      const key = keyOf(item, at++)
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
    return groups
  },
})
fillIn(Set.prototype, {
  union(other) {
    return new Set([...this, ...other.keys()])
  },
  intersection(other) {
    return new Set([...this].filter((item) => other.has(item)))
  },
  difference(other) {
    return new Set([...this].filter((item) => !other.has(item)))
  },
  symmetricDifference(other) {
    return new Set([...this.difference(other), ...[...other.keys()].filter((item) => !this.has(item))])
  },
  isSubsetOf(other) {
    return [...this].every((item) => other.has(item))
  },
  isSupersetOf(other) {
    return [...other.keys()].every((item) => this.has(item))
  },
  isDisjointFrom(other) {
    return ![...this].some((item) => other.has(item))
  },
})
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
fillIn(String.prototype, {
  isWellFormed() {
    return this.search(LONE_SURROGATE) === -1
  },
  toWellFormed() {
    return this.replace(LONE_SURROGATE, '\ufffd')
  },
})

const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))
fillIn(iterators, {
  *map(change) {
    let at = 0
    for (const item of this) yield change(item, at++)
  },
  *filter(keep) {
    let at = 0
    for (const item of this) if (keep(item, at++)) yield item
  },
  *flatMap(change) {
    let at = 0
    for (const item of this) yield* change(item, at++)
  },
  *take(count) {
    let left = count
    if (left > 0) {
      for (const item of this) {
        yield item
        if (--left === 0) return
      }
    }
  },
  *drop(count) {
    let left = count
    for (const item of this) if (left-- <= 0) yield item
  },
  toArray() {
    return [...this]
  },
  forEach(action) {
    for (const item of this) action(item)
  },
  some(test) {
    for (const item of this) if (test(item)) return true
    return false
  },
  every(test) {
    for (const item of this) if (!test(item)) return false
    return true
  },
  find(test) {
    for (const item of this) if (test(item)) return item
    return undefined
  },
  reduce(combine, ...initial) {
    return [...this].reduce(combine, ...initial)
  },
})

exports.fillIn = fillIn
