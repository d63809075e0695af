import { expect, test } from 'vitest'
import { bullets, codeBlock, heading, insert, numbers, quote, spoiler, wrap, type TextCommand } from './text-edits'

/** Applies a command to a text in which | marks the ends of the selection. */
function run(command: TextCommand, marked: string): string {
  const start = marked.indexOf('|')
  const end = marked.lastIndexOf('|')
  const text = marked.replaceAll('|', '')
  const edit = command({ text, start, end: end === start ? start : end - 1 })
  const next = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const inner = next.slice(edit.selectFrom, edit.selectTo)
  return `${next.slice(0, edit.selectFrom)}|${inner}${inner ? '|' : ''}${next.slice(edit.selectTo)}`
}

test.each<[string, TextCommand, string, string]>([
  ['bold', wrap('**'), '把|齿轮|装好', '把**|齿轮|**装好'],
  ['bold again', wrap('**'), '把**|齿轮|**装好', '把|齿轮|装好'],
  ['bold on nothing', wrap('**'), '把|', '把**|**'],
  ['heading', heading(2), '第一行\n第|二行', '第一行\n## 第|二行'],
  ['another heading', heading(3), '## 第|二行', '### 第|二行'],
  ['heading away', heading(2), '## 第|二行', '第|二行'],
  ['bullets', bullets, '|甲\n乙|', '|- 甲\n- 乙|'],
  ['bullets from numbers', bullets, '|1. 甲\n2. 乙|', '|- 甲\n- 乙|'],
  ['numbers', numbers, '|甲\n乙|', '|1. 甲\n2. 乙|'],
  ['quote away', quote, '|> 甲\n> 乙|', '|甲\n乙|'],
  ['code on its own lines', codeBlock, '前|码|后', '前\n```\n|码|\n```\n后'],
  ['spoiler', spoiler('Spoiler'), '|剧透|', '<details>\n<summary>Spoiler</summary>\n\n|剧透|\n\n</details>'],
  ['insert', insert('[a](b)'), '前|旧|后', '前[a](b)|后'],
])('%s', (_name, command, before, after) => {
  expect(run(command, before)).toBe(after)
})
