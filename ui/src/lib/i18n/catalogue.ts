import ts from 'typescript'

/** One text of the catalogue: where it stands, and how it reads with `{}` for each inserted value. */
export type CatalogueText = { module: string; line: number; key: string; text: string }

const sources: Record<string, string> = import.meta.glob('./zh-Hans/*.ts', { query: '?raw', import: 'default', eager: true })

/** All texts of the catalogue, read from its source: a function's branches are texts of their own. */
export function catalogueTexts(): CatalogueText[] {
  return Object.entries(sources).flatMap(([path, source]) => textsOf(path.slice('./zh-Hans/'.length, -'.ts'.length), source))
}

function textsOf(module: string, source: string): CatalogueText[] {
  const file = ts.createSourceFile(`${module}.ts`, source, ts.ScriptTarget.Latest, true)
  const found: CatalogueText[] = []
  const visit = (node: ts.Node, key: string): void => {
    if (ts.isPropertyAssignment(node)) {
      const name = ts.isIdentifier(node.name) || ts.isStringLiteral(node.name) ? node.name.text : node.name.getText(file)
      visit(node.initializer, key ? `${key}.${name}` : name)
      return
    }
    const text = textOf(node)
    if (text !== undefined && !ts.isLiteralTypeNode(node.parent))
      found.push({ module, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, key, text })
    ts.forEachChild(node, (child) => visit(child, key))
  }
  visit(file, '')
  return found
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node)) return node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join('')
  return undefined
}
