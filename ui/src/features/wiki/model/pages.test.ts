import { expect, test } from 'vitest'
import { goneWikiPage, missingWikiPage, wikiPageTitle, wikiTitle } from '@/lib/heads.gen'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import type { Standing, Wiki, WikiNode } from '../api'
import { homeOf, listedOf, shownPages, stateOf } from './pages'

const at = '2026-01-01T00:00:00Z'
const node = (id: string, parent = id, child: WikiNode[] = [], featured = false): WikiNode => ({
  id,
  project_id: 'p',
  sort_order: 0,
  title: id,
  body: '',
  parent_wiki_id: parent,
  featured,
  created: at,
  updated: at,
  slug: id,
  child,
})
const standing: Standing = {
  revision: 1,
  editing: 'members',
  locked: false,
  may_draft: true,
  may_review: false,
  may_settle: false,
  may_lock: false,
  why: '',
  banned_until: null,
  draft: null,
  ended: null,
  waiting: 0,
}
const draft = (status: 'draft' | 'review' | 'reject' | 'timeout'): NonNullable<Standing['draft']> => ({
  id: 'd',
  status,
  author: null,
  own: true,
  opened: at,
  changed: at,
  submitted: null,
  ends: null,
  msg: '',
  rejection: '',
  again_count: 0,
  pages: 0,
  change: '',
})
const now = Date.parse('2026-01-02T00:00:00Z')

test('a nested tree is listed with its parents, roots without one', () => {
  const list = listedOf([node('a', 'a', [node('b', 'a')]), node('c')])
  expect(list.map(({ id, parent }) => [id, parent])).toEqual([
    ['a', ''],
    ['b', 'a'],
    ['c', ''],
  ])
})

test('the home page is the featured one, else the first', () => {
  expect(homeOf([node('a'), node('b', 'b', [], true)])?.id).toBe('b')
  expect(homeOf([node('a'), node('b')])?.id).toBe('a')
  expect(homeOf([])).toBeUndefined()
})

test('the sidebar lists the draft of its editor only while it may be changed', () => {
  const cache = {
    id: 'd',
    project_id: 'p',
    user_id: 'u',
    created: at,
    status: 'draft' as const,
    cache: [node('x')],
    old: [],
    message: [],
    again_count: 0,
    again_time: at,
  }
  const wiki: Wiki = { wikis: [node('a')], is_editor: true, cache, is_editor_user: true, editor_user: null, is_visitors: false, standing }
  expect(shownPages(wiki)).toMatchObject({ draft: true, pages: [{ id: 'x' }] })
  expect(shownPages({ ...wiki, is_editor_user: false })).toMatchObject({ draft: false, pages: [{ id: 'a' }] })
  expect(shownPages({ ...wiki, cache: { ...cache, status: 'review' } })).toMatchObject({ draft: false })
})

test('an own draft is told before a ban, and a ban only until it ends', () => {
  const banned_until = '2026-01-02T03:00:00Z'
  expect(stateOf({ ...standing, draft: draft('reject'), banned_until }, now).kind).toBe('rejected')
  expect(stateOf({ ...standing, banned_until }, now)).toEqual({ kind: 'banned', until: banned_until })
  expect(stateOf({ ...standing, banned_until: at }, now).kind).toBe('may')
  expect(stateOf({ ...standing, ended: draft('timeout') }, now).kind).toBe('ended')
  expect(stateOf({ ...standing, may_draft: false, why: '请先登录。' }, now)).toEqual({ kind: 'not', why: '请先登录。' })
})

test('titles and words of pages are those of the server', () => {
  expect(wikiText.name('齿轮')).toBe(wikiTitle({ project: '齿轮' }))
  expect(wikiText.headOf('开始', '齿轮')).toBe(wikiPageTitle({ page: '开始', project: '齿轮' }))
  expect([wikiText.missing, wikiText.gone]).toEqual([missingWikiPage, goneWikiPage])
})
