import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { user as base } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const deed = {
  position: 9,
  type: 'project.renamed.v1',
  times: 3,
  first: '2026-11-01T08:00:00Z',
  last: '2026-11-01T08:30:00Z',
  role: 'owner',
  key: { id: 'tok', kind: 'token', name: 'CI' },
  thing: { kind: 'project', id: 'AABBCCDD', stream: 'project-AABBCCDD', title: '蒸汽码头', url: '/project/AABBCCDD' },
}
let asked: string[]

beforeEach(() => {
  document.cookie = 'modyard_csrf=t; path=/'
  asked = []
  server.use(http.get('*/v2/user', () => HttpResponse.json({ ...base, email: 'a@example.com', email_verified: true })))
})

const answer = (entries: unknown[], next: number | null = null) =>
  server.use(
    http.get('*/v3/account/activity', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ entries, next })
    }),
  )

test('an account reads what it did, and narrows it to one key and one thing', async () => {
  answer([deed, { ...deed, position: 8, type: 'unknown.thing.v1', times: 1, key: null, thing: { ...deed.thing, title: '', url: '' } }], 8)
  const person = userEvent.setup()
  await renderRoute('/settings/activity')
  const rows = await screen.findAllByRole('listitem')
  const [row, other] = rows.filter((one) => one.textContent?.includes('修改了名称') || one.textContent?.includes('其他操作'))
  if (!row || !other) throw new Error('no rows')
  expect(within(row).getByRole('link', { name: '蒸汽码头' }).getAttribute('href')).toBe('/project/AABBCCDD')
  expect(within(row).getByText('3 次')).toBeTruthy()
  expect(within(other).getByText('没有记录所用的会话')).toBeTruthy()
  expect(screen.getByRole('button', { name: '更早的操作' })).toBeTruthy()
  await person.click(within(row).getByRole('button', { name: '令牌 · CI' }))
  await expect.poll(() => asked.at(-1)).toContain('key=tok')
  expect(await screen.findByText('只看一个会话、令牌或应用的操作')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: '显示全部' }))
  await expect.poll(() => screen.queryByText('只看一个会话、令牌或应用的操作')).toBeNull()
})

test('an account without deeds is told so, and a filter without results can be left', async () => {
  answer([])
  await renderRoute('/settings/activity')
  expect(await screen.findByText('还没有操作')).toBeTruthy()
})

test('a filter without results says so', async () => {
  answer([])
  await renderRoute('/settings/activity?kind=server')
  expect(await screen.findByText('没有这样的操作')).toBeTruthy()
  expect(asked.at(-1)).toContain('kind=server')
})
