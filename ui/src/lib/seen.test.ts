import { afterEach, expect, test } from 'vitest'
import type { ProjectPage } from '@/lib/api/types'
import { forgetSeen, lastSeen, remember } from './seen'

afterEach(() => localStorage.clear())

const project = (slug: string, status = 'approved') =>
  ({ id: 'AAAAAAAA', slug, url_type: 'mod', title: slug, title_zh: null, description: '简介', status }) as unknown as ProjectPage

test('the latest twelve public projects are kept, each once', () => {
  for (let n = 0; n < 14; n++) remember(project(`p${n}`))
  remember(project('p5'))
  remember(project('secret', 'draft'))
  expect(lastSeen().map((one) => one.path)).toEqual(
    ['p5', 'p13', 'p12', 'p11', 'p10', 'p9', 'p8', 'p7', 'p6', 'p4', 'p3', 'p2'].map((slug) => `/mod/${slug}`),
  )
  forgetSeen()
  expect(lastSeen()).toEqual([])
})

test('a damaged store is empty', () => {
  localStorage.setItem('modyard.seen', '[1,{"path":2},{"path":"/mod/a","title":"甲","text":""}]')
  expect(lastSeen().map((one) => one.title)).toEqual(['甲'])
  localStorage.setItem('modyard.seen', '{"a":1}')
  expect(lastSeen()).toEqual([])
})
