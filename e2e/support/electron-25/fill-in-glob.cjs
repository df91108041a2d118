// `fs.glob` for a Node that has none: *, **, ?, [classes] and {alternatives}, relative to `cwd`.
const fs = require('node:fs')
const { join, sep } = require('node:path')

/** One pattern as an expression over paths with `/`. */
function expressionOf(pattern) {
  let source = ''
  for (let at = 0; at < pattern.length; at += 1) {
    const rest = pattern.slice(at)
    if (rest.startsWith('**/')) {
      source += '(?:[^/]+/)*'
      at += 2
    } else if (rest.startsWith('**')) {
      source += '.*'
      at += 1
    } else if (rest[0] === '*') source += '[^/]*'
    else if (rest[0] === '?') source += '[^/]'
    else if (rest[0] === '{') source += '(?:'
    else if (rest[0] === '}') source += ')'
    else if (rest[0] === ',') source += source.lastIndexOf('(?:') > source.lastIndexOf(')') ? '|' : ','
    else if (rest[0] === '[' && rest.indexOf(']') > 1) {
      const end = rest.indexOf(']')
      source += `[${rest.slice(1, end).replace(/^!/, '^')}]`
      at += end
    } else source += rest[0].replace(/[.+^$()|\\[\]]/g, '\\$&')
  }
  return new RegExp(`^${source}$`)
}

function* walk(folder, inside, skip) {
  let entries
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'ENOENT') return
    throw error
  }
  for (const entry of entries) {
    const path = inside ? `${inside}/${entry.name}` : entry.name
    entry.parentPath ??= folder
    if (skip(entry, path)) continue
    yield { entry, path }
    if (entry.isDirectory()) yield* walk(join(folder, entry.name), path, skip)
  }
}

function* globSync(patterns, { cwd = process.cwd(), exclude = () => false, withFileTypes = false } = {}) {
  const expressions = [patterns].flat().map((pattern) => expressionOf(pattern.replace(/^\.\//, '')))
  const excluded = typeof exclude === 'function' ? [] : exclude.map(expressionOf)
  const skip = (entry, path) =>
    typeof exclude === 'function'
      ? exclude(withFileTypes ? entry : path)
      : excluded.some((expression) => expression.test(path))
  for (const { entry, path } of walk(String(cwd), '', skip)) {
    if (expressions.some((expression) => expression.test(path))) yield withFileTypes ? entry : path.split('/').join(sep)
  }
}

async function* glob(patterns, options) {
  yield* globSync(patterns, options)
}

exports.glob = glob
exports.globSync = (patterns, options) => [...globSync(patterns, options)]
