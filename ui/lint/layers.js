import { dirname, relative, resolve, sep } from 'node:path'

/** Folders of `src`, innermost first: a file imports from its own layer and from earlier ones. */
export const levels = [['lib', 'stores', 'styles'], ['components'], ['features'], ['routes', 'app', 'testing', 'server']]

/** The files of a feature that others may import: its static entry, and the one for lazy components. */
const doors = new Set([undefined, 'index', 'parts'])

const levelOf = (folder) => levels.findIndex((level) => level.includes(folder))

/** The violation of an import, both as paths below `src`; undefined where it is allowed. */
function breach(from, to) {
  const [fromFolder = '', fromFeature] = from.split('/')
  const [toFolder = '', toFeature, file] = to.split('/')
  if (levelOf(toFolder) < 0) return undefined
  const test = /\.test\.tsx?$/.test(from) && toFolder === 'testing'
  if (levelOf(fromFolder) >= 0 && levelOf(toFolder) > levelOf(fromFolder) && !test) return `${fromFolder} does not import from ${toFolder}.`
  if (fromFolder === 'features' && toFolder === 'features' && fromFeature !== toFeature && !doors.has(file?.replace(/\.tsx?$/, '')))
    return `Import from @/features/${toFeature} or @/features/${toFeature}/parts.`
  return undefined
}

/** Checks imports against the layers of `src`, including dynamic ones. */
export const layers = {
  meta: { type: 'problem', schema: [{ type: 'object', properties: { root: { type: 'string' } }, required: ['root'] }] },
  create(context) {
    const { root } = context.options[0]
    const below = (path) => relative(root, path).split(sep).join('/')
    const from = below(context.filename)
    const check = (node) => {
      const source = node.source?.value
      if (typeof source !== 'string' || !/^(@\/|\.)/.test(source)) return
      const to = below(source.startsWith('@/') ? resolve(root, source.slice(2)) : resolve(dirname(context.filename), source))
      const message = breach(from, to)
      if (message) context.report({ node: node.source, message })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}
