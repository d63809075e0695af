import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { preprocessCSS, type Plugin, type ResolvedConfig } from 'vite'

/** The suffix of a sheet whose classes belong to one component, and that of the same sheet with its names in the
 * document. */
const ENDING = '.module.css'
const SCOPED = '.scoped.css'

const kebab = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()

/**
 * The document's name of a class of a sheet: `card` for the class `root` of card.module.css, `card__head` for
 * `head`. It follows from the source alone, so that the server and the browser tests can write it too.
 */
export function className(local: string, sheet: string): string {
  const sheetName = basename(sheet.split('?')[0] ?? '', ENDING)
  return local === 'root' ? sheetName : `${sheetName}__${kebab(local)}`
}

/**
 * Puts a sheet's rules into the layer of its folder, so that a feature's rules override those of a shared
 * component, whatever the order of files and the length of selectors. A sheet that declares layers itself is left
 * unchanged.
 */
function layered(text: string, sheet: string): string {
  if (text.includes('@layer')) return text
  const layer = sheet.includes('/features/') ? 'features' : sheet.includes('/components/ui/') ? 'shared' : 'parts'
  return `@layer ${layer} {\n${text}}`
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Edit = { start: number; end: number; text: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Visits a node's children before the node itself. */
function visit(node: Node, leave: (node: Node, parent: Node | undefined) => void, parent?: Node) {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, leave, node)
  }
  leave(node, parent)
}

/** The classes of a sheet, each with the classes of the same sheet that it composes. */
function classesOf(sheet: string): Map<string, string[]> {
  const text = readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|:global\([^)]*\)/g, '')
  const classes = new Map([...text.matchAll(/\.([a-z_][\w-]*)/gi)].map((match) => [match[1] ?? '', [match[1] ?? '']]))
  for (const [, local = '', others = ''] of text.matchAll(/\.([\w-]+)\s*\{\s*composes:([^;]*);/g))
    classes.get(local)?.push(...others.trim().split(/\s+/))
  return classes
}

/**
 * Writes the class names of CSS modules into the scripts as plain text: `css.head` becomes "card__head". In a
 * build the sheet is then a plain one, so that neither its map of names nor a script for it is loaded. A class
 * that the sheet does not have fails the build.
 */
export function cssNames(alias: string): Plugin {
  let config: ResolvedConfig
  return {
    name: 'css-names',
    enforce: 'pre',
    configResolved(resolved) {
      config = resolved
    },
    resolveId: {
      filter: { id: /\.scoped\.css$/ },
      async handler(source, importer) {
        const found = await this.resolve(source.replace(SCOPED, ENDING), importer)
        return found && found.id.replace(ENDING, SCOPED)
      },
    },
    load: {
      filter: { id: /\.scoped\.css$/ },
      async handler(id) {
        const sheet = id.replace(SCOPED, ENDING)
        this.addWatchFile(sheet)
        return (await preprocessCSS(layered(readFileSync(sheet, 'utf8'), sheet), sheet, config)).code
      },
    },
    transform: {
      filter: { id: /\.tsx?(\?|$)|\.module\.css$/ },
      handler(code, id) {
        if (id.endsWith(ENDING)) return { code: layered(code, id), map: null }
        if (!code.includes(ENDING)) return null
        const sheets = new Map<string, string>()
        const edits: Edit[] = []
        const program = this.parse(code, { lang: /\.tsx/.test(id) ? 'tsx' : 'ts' }) as unknown as Node
        const literals = new Map<Node, string>()
        visit(program, (node, parent) => {
          if (node.type === 'ImportDeclaration') {
            const source = (node.source as { value: string }).value
            const [name] = node.specifiers as { local: { name: string } }[]
            if (!name || !source.endsWith(ENDING)) return
            sheets.set(name.local.name, source.startsWith('@/') ? resolve(alias, source.slice(2)) : resolve(dirname(id), source))
            edits.push({
              start: node.start,
              end: node.end,
              text: `import '${config.command === 'build' ? source.replace(ENDING, SCOPED) : source}'`,
            })
          }
          if (node.type === 'MemberExpression') {
            const sheet = sheets.get((node.object as { name?: string }).name ?? '')
            if (!sheet) return
            this.addWatchFile(sheet)
            const property = node.property as Node
            if (node.computed && property.type === 'TemplateLiteral') {
              edits.push(
                { start: node.start, end: property.start + 1, text: `\`${className('', sheet)}` },
                { start: property.end, end: node.end, text: '' },
              )
            } else if (node.computed && property.type !== 'Literal') {
              edits.push(
                { start: node.start, end: property.start, text: `("${className('', sheet)}" + ` },
                { start: property.end, end: node.end, text: ')' },
              )
            } else {
              const local = kebab(String(node.computed ? property.value : property.name))
              const all = classesOf(sheet).get(local) ?? this.error(`${id}: ${sheet} has no class ${local}`)
              const text = all.map((one) => className(one, sheet)).join(' ')
              literals.set(node, text)
              edits.push({ start: node.start, end: node.end, text: JSON.stringify(text) })
            }
          }
          if (node.type === 'Literal' && typeof node.value === 'string' && parent?.type !== 'ImportDeclaration')
            literals.set(node, node.value)
          if (node.type === 'CallExpression' && (node.callee as { name?: string }).name === 'cn') {
            const names = (node.arguments as Node[]).map((one) => literals.get(one))
            if (!names.every((one) => one !== undefined)) return
            const text = names.join(' ')
            literals.set(node, text)
            edits.push({ start: node.start, end: node.end, text: JSON.stringify(text) })
          }
        })
        if (sheets.size === 0) return null
        return { code: apply(code, edits), map: null }
      },
    },
  }
}

/** Applies the edits; an edit inside of another's range is part of that one. */
function apply(code: string, edits: Edit[]): string {
  const outer = edits.filter(
    (one) =>
      !edits.some(
        (other) => other !== one && other.start <= one.start && one.end <= other.end && other.end - other.start > one.end - one.start,
      ),
  )
  let text = ''
  let at = 0
  for (const edit of outer.sort((one, other) => one.start - other.start)) {
    text += code.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + code.slice(at)
}
