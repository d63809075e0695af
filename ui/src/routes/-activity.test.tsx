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
let signIns: unknown[]

beforeEach(() => {
  document.cookie = 'modyard_csrf=t; path=/'
  asked = []
  signIns = []
  server.use(http.get('*/v3/account/sign-ins', () => HttpResponse.json({ entries: signIns, next: null })))
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
  server.use(http.get('*/v2/pat', () => HttpResponse.json([])))
  await person.click(within(row).getByRole('button', { name: '令牌 · CI' }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '只看它的操作' }))
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

test('the deeds of the last days are listed from the beginning of the first of them', async () => {
  answer([deed])
  const person = userEvent.setup()
  await renderRoute('/settings/activity')
  await person.selectOptions(await screen.findByRole('combobox', { name: '时间' }), '最近 7 天')
  await expect.poll(() => asked.at(-1)).toContain('from=')
  const from = new Date(new URLSearchParams(asked.at(-1)).get('from') ?? '')
  expect([from.getHours(), from.getMinutes(), Math.round((Date.now() - from.getTime()) / 86_400_000 - 0.5)]).toEqual([0, 0, 6])
})

test('the details of a deed name when, by which key and in what role it was done', async () => {
  answer([deed])
  const person = userEvent.setup()
  await renderRoute('/settings/activity')
  await person.click(await screen.findByRole('button', { name: '「蒸汽码头」上「修改了名称」的详情' }))
  const dialog = await screen.findByRole('dialog', { name: '修改了名称' })
  const facts = Object.fromEntries(
    [...dialog.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  )
  expect(facts).toMatchObject({
    对象: '资源 · 蒸汽码头',
    编号: 'AABBCCDD',
    次数: '3 次',
    所用的: '令牌 · CI',
    身份: '所有者',
    事件: 'project.renamed.v1',
  })
})

test('an account sees who signed in to it, who tried, and what a session did', async () => {
  answer([])
  const signIn = {
    id: 2,
    time: '2026-11-01T08:00:00Z',
    failed: false,
    method: 'passkey',
    session: 'ses',
    known: false,
    os: 'Windows',
    platform: 'Firefox',
    user_agent: 'x',
    ip: '203.0.113.7',
  }
  server.use(http.get('*/v2/session/list', () => HttpResponse.json([])))
  signIns = [{ ...signIn, id: 3, failed: true, session: null, method: 'password', os: null, platform: null }, signIn]
  const person = userEvent.setup()
  await renderRoute('/settings/activity')
  const region = await screen.findByRole('region', { name: '登录记录' })
  const [failed, good] = await within(region).findAllByRole('listitem')
  if (!failed || !good) throw new Error('no rows')
  expect(within(failed).getByText('没有成功')).toBeTruthy()
  expect(within(failed).queryByRole('button')).toBeNull()
  expect(good.textContent).toContain('Windows · Firefox')
  expect(within(good).getByText('新的浏览器')).toBeTruthy()
  expect(within(good).getByText('通行密钥')).toBeTruthy()
  await person.click(within(good).getByRole('button', { name: '查看它的操作' }))
  await expect.poll(() => asked.at(-1)).toContain('key=ses')
})

const ci = {
  id: 'tok',
  name: 'CI',
  access_token: null,
  scopes: 2 ** 10 + 2 ** 11,
  user_id: base.id,
  created: '2026-08-01T08:00:00Z',
  expires: '2999-08-01T08:00:00Z',
  last_used: '2026-11-01T08:00:00Z',
  revoked: null,
  unused_scopes: 2 ** 10,
}

test('a token is looked at, narrowed and ended where it is named', async () => {
  answer([deed])
  const sent: string[] = []
  const keep = ({ request }: { request: Request }) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`)
    return new HttpResponse(null, { status: 204 })
  }
  server.use(
    http.get('*/v2/pat', () => HttpResponse.json([ci])),
    http.patch('*/v2/pat/tok', keep),
    http.delete('*/v2/pat/tok', keep),
  )
  const person = userEvent.setup()
  await renderRoute('/settings/activity')
  await person.click(await screen.findByRole('button', { name: '令牌 · CI' }))
  const panel = await screen.findByRole('dialog', { name: '令牌 · CI' })
  expect(await within(panel).findByText('有效期至')).toBeTruthy()
  expect(await within(panel).findByText('修改了名称')).toBeTruthy()
  await person.click(within(panel).getByRole('button', { name: '收窄 1 项' }))
  await person.click(within(await screen.findByRole('dialog', { name: '收窄「CI」？' })).getByRole('button', { name: '收窄' }))
  await expect.poll(() => sent).toEqual(['PATCH /v2/pat/tok'])
  await expect.poll(() => screen.queryByRole('dialog', { name: '收窄「CI」？' })).toBeNull()
  await person.click(within(panel).getByRole('button', { name: '撤销' }))
  await person.click(within(await screen.findByRole('dialog', { name: '撤销「CI」？' })).getByRole('button', { name: '撤销' }))
  await expect.poll(() => sent).toEqual(['PATCH /v2/pat/tok', 'DELETE /v2/pat/tok'])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('a session that has ended says so and offers nothing', async () => {
  answer([{ ...deed, key: { id: 'old', kind: 'session', name: 'Firefox · Linux' } }])
  server.use(http.get('*/v2/session/list', () => HttpResponse.json([])))
  const person = userEvent.setup()
  await renderRoute('/settings/activity')
  await person.click(await screen.findByRole('button', { name: '会话 · Firefox · Linux' }))
  const panel = await screen.findByRole('dialog', { name: '会话 · Firefox · Linux' })
  expect(await within(panel).findByText('它已经结束，不能再使用。')).toBeTruthy()
  expect(within(panel).queryByRole('button', { name: '退出' })).toBeNull()
})
