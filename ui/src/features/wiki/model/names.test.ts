import * as v from 'valibot'
import { expect, test } from 'vitest'
import { losesSlug, namesOf, slugTaken, titleTaken, wikiSlug } from './names'

const pages = [
  { id: 'a', title: 'Ａlpha 页', slug: 'Alpha', removed: false },
  { id: 'b', title: '旧页', slug: 'old', removed: true },
]
const schema = v.object(namesOf(() => pages))
const firstIssue = (given: Partial<Record<'title' | 'slug' | 'parent' | 'sort_order', string>>) => {
  const result = v.safeParse(schema, { title: '新', slug: 'new', parent: 'root', sort_order: '0', ...given })
  return result.success ? undefined : result.issues[0].message
}

test('titles are compared without width and case, slugs without case, removed pages not at all', () => {
  expect(titleTaken(pages, 'alpha 页')).toBe(true)
  expect(titleTaken(pages, 'alpha 页', 'a')).toBe(false)
  expect(slugTaken(pages, 'ALPHA')).toBe(true)
  expect(slugTaken(pages, 'old')).toBe(false)
})

test('a slug that another page had before is told with its title', () => {
  const former = [{ slug: 'first-steps', page: 'a', title: '开始' }]
  expect(losesSlug(former, ' First-Steps ')).toBe('开始')
  expect(losesSlug(former, 'first-steps', 'a')).toBeUndefined()
  expect(losesSlug(former, 'first')).toBeUndefined()
  expect(losesSlug(undefined, 'first-steps')).toBeUndefined()
})

test.each([
  [{ title: ' ' }, '请填写完整数据'],
  [{ slug: '' }, '请填写完整数据'],
  [{ title: 'x'.repeat(65) }, '最多 64 个字符。'],
  [{ slug: '中文' }, '只能包含英文字母、数字和连字符'],
  [{ slug: 'a/..' }, '只能包含英文字母、数字和连字符'],
  [{ slug: 'alpha' }, '已存在相同slug'],
  [{ title: 'ALPHA 页' }, '已存在相同标题'],
  [{ sort_order: '1.5' }, '权重须为 0 到 1000 的整数。'],
  [{ sort_order: '1001' }, '权重须为 0 到 1000 的整数。'],
  [{}, undefined],
])('%j is told as %s', (given, told) => {
  expect(firstIssue(given)).toBe(told)
})

test('a parent and a weight are sent as the API reads them', () => {
  expect(v.parse(schema, { title: ' 新 ', slug: 'new', parent: 'root', sort_order: '20' })).toEqual({
    title: '新',
    slug: 'new',
    parent: '',
    sort_order: 20,
  })
})

test('a proposed slug keeps what a wiki page may have', () => {
  expect(wikiSlug('chi-lun.2_(x)')).toBe('chi-lun-2-x')
  expect(wikiSlug('齿轮')).toBe('')
})
