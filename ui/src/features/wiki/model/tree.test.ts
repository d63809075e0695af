import { expect, test } from 'vitest'
import { inOrder, mayStand, movesTo, parentsFor, pathOf, step, treeOf, type Placed } from './tree'

const page = (id: string, parent = '', sort_order = 0): Placed => ({ id, title: id, parent, sort_order })

/** The tree after moves, in one line: children in brackets. */
function after(pages: readonly Placed[], moves: ReturnType<typeof movesTo>): string {
  const changed = pages.map((one) => ({ ...one, ...moves.find((move) => move.page === one.id) }))
  const draw = (branches: ReturnType<typeof treeOf>): string =>
    branches.map((branch) => branch.page.id + (branch.children.length ? `(${draw(branch.children)})` : '')).join(' ')
  return draw(treeOf(changed))
}

const pages = [page('a'), page('b'), page('c'), page('d', 'b'), page('e', 'b')]

function stepped(list: readonly Placed[], id: string, direction: Parameters<typeof step>[2]): string | undefined {
  const place = step(list, id, direction)
  return place && after(list, movesTo(list, id, place))
}

test('siblings stand by weight, then by title', () => {
  expect(inOrder(treeOf([page('b'), page('a', '', 20), page('c', '', 10)])).map((one) => one.page.id)).toEqual(['b', 'c', 'a'])
})

test('a page whose parent is not there, or is itself, stands at the root', () => {
  expect(treeOf([page('a', 'gone'), page('b', 'b')]).map((one) => one.page.id)).toEqual(['a', 'b'])
})

test.each([
  ['c', 'up', 'a c b(d e)'],
  ['b', 'up', 'b(d e) a c'],
  ['a', 'down', 'b(d e) a c'],
  ['c', 'in', 'a b(d e c)'],
  ['b', 'in', 'a(b(d e)) c'],
  ['e', 'out', 'a b(d) e c'],
  ['d', 'down', 'a b(e d) c'],
] as const)('%s goes %s', (id, direction, shown) => {
  expect(stepped(pages, id, direction)).toBe(shown)
})

test.each([
  ['a', 'up'],
  ['c', 'down'],
  ['a', 'in'],
  ['a', 'out'],
] as const)('%s cannot go %s', (id, direction) => {
  expect(step(pages, id, direction)).toBeUndefined()
})

test('a move changes as few weights as it can', () => {
  const spaced = [page('a', '', 10), page('b', '', 20), page('c', '', 30)]
  expect(movesTo(spaced, 'c', { parent: '', after: 'a' })).toEqual([
    { page: 'c', sort_order: 20 },
    { page: 'b', sort_order: 30 },
  ])
  expect(movesTo(spaced, 'b', { parent: '', after: 'a' })).toEqual([])
  expect(movesTo(spaced, 'b', { parent: 'a', after: undefined })).toEqual([{ page: 'b', parent: 'a' }])
})

test('weights stay in their range where no space is left', () => {
  const full = [page('a', '', 1000), page('b', '', 1000), page('c', '', 1000)]
  const moves = movesTo(full, 'c', { parent: '', after: undefined })
  expect(after(full, moves)).toBe('c a b')
  expect(moves.every(({ sort_order = 0 }) => sort_order >= 0 && sort_order <= 1000)).toBe(true)
})

test('no page goes below itself or below the fifth level', () => {
  const deep = [page('1'), page('2', '1'), page('3', '2'), page('4', '3'), page('5', '4'), page('x'), page('y', 'x')]
  expect(mayStand(deep, '1', { parent: '5', after: undefined })).toBe(false)
  expect(mayStand(deep, 'x', { parent: '4', after: undefined })).toBe(false)
  expect(mayStand(deep, 'y', { parent: '4', after: undefined })).toBe(true)
  expect(step(deep, '5', 'in')).toBeUndefined()
  expect(parentsFor(deep, 'x').map((one) => one.page.id)).toEqual(['1', '2', '3'])
  expect(parentsFor(deep, undefined).map((one) => one.page.id)).not.toContain('5')
})

test('any order of siblings is reached by moves', () => {
  for (const wanted of ['c a b', 'b c a', 'c b a']) {
    let list = [page('a'), page('b'), page('c')]
    let last: string | undefined
    for (const id of wanted.split(' ')) {
      const moves = movesTo(list, id, { parent: '', after: last })
      list = list.map((one) => ({ ...one, ...moves.find((move) => move.page === one.id) }))
      last = id
    }
    expect(after(list, [])).toBe(wanted)
  }
})

test('a path leads from the root to the page', () => {
  expect(pathOf(pages, 'e').map(({ id }) => id)).toEqual(['b', 'e'])
})
