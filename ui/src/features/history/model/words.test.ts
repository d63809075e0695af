import { expect, test } from 'vitest'
import { linesOf, sideOf, wordsOf } from './words'

test('Chinese texts are compared in words, without spaces between them', () => {
  const pieces = wordsOf('在雾里开船的模组。', '在海上开船的模组。')
  expect(
    sideOf(pieces, 'removed')
      .map((piece) => piece.text)
      .join(''),
  ).toBe('在雾里开船的模组。')
  expect(
    sideOf(pieces, 'added')
      .map((piece) => piece.text)
      .join(''),
  ).toBe('在海上开船的模组。')
  expect(
    pieces
      .filter((piece) => piece.change === 'same')
      .map((piece) => piece.text)
      .join(''),
  ).toContain('开船的模组。')
})

test('lines stand side by side, changed ones in words, and far unchanged ones are folded', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `第 ${index + 1} 行`)
  const after = lines.map((line, index) => (index === 9 ? '第 10 行，改过' : line))
  const { hunks, added, removed } = linesOf(lines.join('\n'), [...after, '最后'].join('\n'))
  expect([added, removed]).toEqual([2, 1])
  expect(hunks[0]).toEqual({ folded: 7 })
  const rows = hunks.flatMap((hunk) => ('lines' in hunk ? hunk.lines : []))
  expect(rows.map((row) => [row.before, row.after])).toEqual([
    [8, 8],
    [9, 9],
    [10, 10],
    [11, 11],
    [12, 12],
    [undefined, 13],
  ])
  expect(
    rows[2]?.now
      ?.filter((piece) => piece.change === 'added')
      .map((piece) => piece.text)
      .join(''),
  ).toBe('，改过')
})

test('a text that comes or goes has one side only', () => {
  expect(linesOf('', '一\n二\n')).toMatchObject({ added: 2, removed: 0 })
  expect(linesOf('一', '')).toMatchObject({ added: 0, removed: 1 })
})
