import { expect, test } from 'vitest'
import { continueBlock, dedent, indent, insideFence, removeMarker } from './list-edits'
import type { Selection, TextEdit } from './text-edits'

/** Applies an edit to a text in which | marks the ends of the selection; the same text where nothing happens. */
function run(command: (selection: Selection) => TextEdit | undefined, marked: string): string | undefined {
  const start = marked.indexOf('|')
  const last = marked.lastIndexOf('|')
  const text = marked.replaceAll('|', '')
  const edit = command({ text, start, end: last === start ? start : last - 1 })
  if (!edit) return undefined
  const next = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const inner = next.slice(edit.selectFrom, edit.selectTo)
  return `${next.slice(0, edit.selectFrom)}|${inner}${inner ? '|' : ''}${next.slice(edit.selectTo)}`
}

test.each([
  ['- 甲|', '- 甲\n- |'],
  ['- 甲|乙', '- 甲\n- |乙'],
  ['  9. 甲|', '  9. 甲\n  10. |'],
  ['3) 甲|', '3) 甲\n4) |'],
  ['> 甲|', '> 甲\n> |'],
  ['> > 甲|', '> > 甲\n> > |'],
  ['> - 甲|', '> - 甲\n> - |'],
  ['- [x] 做完|', '- [x] 做完\n- [ ] |'],
  ['- |', '|'],
  ['> - |', '> |'],
  ['> |', '|'],
  ['甲|', undefined],
  ['-甲|', undefined],
  ['2024 年|', undefined],
  ['```\n- 甲|', undefined],
  ['```\n码\n```\n- 甲|', '```\n码\n```\n- 甲\n- |'],
])('enter: %j', (before, after) => {
  expect(run(continueBlock, before)).toBe(after)
})

test.each([
  ['- |甲', '|甲'],
  ['  12. |甲', '  |甲'],
  ['- [ ] |甲', '|甲'],
  ['> - |甲', '> |甲'],
  ['> > |甲', '> |甲'],
  ['> |甲', '|甲'],
  ['- 甲|', undefined],
  ['|- 甲', undefined],
])('backspace: %j', (before, after) => {
  expect(run(removeMarker, before)).toBe(after)
})

test.each([
  ['- 甲\n- |乙', '- 甲\n  - |乙'],
  ['1. 甲\n- |乙', '1. 甲\n   - |乙'],
  ['|甲\n乙|', '  |甲\n  乙|'],
])('tab: %j', (before, after) => {
  expect(run(indent, before)).toBe(after)
})

test.each([
  ['- 甲\n  - 乙|', '- 甲\n- 乙|'],
  ['\t|甲', '|甲'],
  ['|甲', '|甲'],
  [' 甲\n  |乙\n    丙|', ' 甲\n|乙\n  丙|'],
])('shift-tab: %j', (before, after) => {
  expect(run(dedent, before)).toBe(after)
})

test('a fence is closed only by its own kind', () => {
  expect(insideFence('````\n```\n', 9)).toBe(true)
  expect(insideFence('```\n~~~\n```\n', 12)).toBe(false)
})
