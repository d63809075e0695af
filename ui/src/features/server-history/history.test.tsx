import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Happening } from '@/features/server/parts'
import { renderPart } from '@/testing/render-part'
import { server as api } from '@/testing/server'
import { happening, hosted } from '@/testing/servers'
import { ago } from '@/testing/time'
import { byDay, doersOf, filtered, groupOf, isFiltered, mayGoOn, type Filter } from './model/filter'
import { outcomesOf } from './model/outcome'
import { ServerHistory } from '.'

const verdi = { id: 'Usr00003', username: 'Verdi', avatar_url: null }
const kind = (text: string) => text as Happening['kind']
const NOW = Date.now()
let entries: Happening[]
let asked: URLSearchParams[]

beforeEach(() => {
  asked = []
  entries = [
    happening(90, { kind: 'ready', at: ago(1), run: 'r2' }),
    happening(80, { kind: 'power', at: ago(1.1), actor: verdi, role: 'member', token: true, detail: { action: 'start' } }),
    happening(70, { kind: 'crashed', at: ago(30), detail: { code: 1, seconds: 61 } }),
    happening(60, { kind: 'renamed', at: ago(24 * 20), actor: null, role: 'admin' }),
  ]
  api.use(
    http.get('/_internal/server/:id/history', ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(query)
      const before = Number(query.get('before') ?? Infinity)
      return HttpResponse.json({ entries: entries.filter(({ position }) => position < before), next: null })
    }),
  )
})

function Page({ filter: first = {} }: { filter?: Filter }) {
  const [filter, setFilter] = useState<Filter>(first)
  return <ServerHistory server={hosted()} filter={filter} onFilter={setFilter} />
}
const show = (filter?: Filter) => renderPart(() => <Page {...(filter ? { filter } : {})} />)
const items = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

test('kinds have their groups, and a new one is of the administration', () => {
  const found = ['power', 'crashed', 'restored', 'autobackup', 'mod-added', 'properties', 'subdomain', 'role-set', 'suspended', 'x']
  expect(found.map(groupOf)).toEqual(['power', 'run', 'backup', 'backup', 'content', 'settings', 'network', 'members', 'admin', 'admin'])
})

test('entries are filtered by kind, person and time; words that are none filter nothing', () => {
  const positions = (filter: Filter) => filtered(entries, filter, NOW).map(({ position }) => position)
  expect(positions({})).toEqual([90, 80, 70, 60])
  expect(positions({ kind: 'run' })).toEqual([90, 70])
  expect(positions({ by: 'Usr00003' })).toEqual([80])
  expect(positions({ by: 'staff' })).toEqual([60])
  expect(positions({ time: '7' })).toEqual([90, 80, 70])
  expect(positions({ kind: 'toString', time: '8' })).toEqual([90, 80, 70, 60])
  expect(isFiltered({ kind: 'toString', entry: 4 })).toBe(false)
})

test('everybody in the entries is offered once', () => {
  expect(doersOf(entries)).toEqual([
    { id: 'node', name: '节点' },
    { id: 'Usr00003', name: 'Verdi' },
    { id: 'staff', name: '管理员' },
  ])
})

test('a search by time ends with the first entry that is older', () => {
  expect(mayGoOn(entries, { time: '7' }, NOW)).toBe(false)
  expect(mayGoOn(entries.slice(0, 3), { time: '7' }, NOW)).toBe(true)
  expect(mayGoOn(entries, {}, NOW)).toBe(true)
})

test('entries of one day stand together', () => {
  expect(byDay(entries).flatMap((day) => day.entries)).toEqual(entries)
  expect(byDay(entries).length).toBeGreaterThan(2)
})

test('a decision knows what came of it', () => {
  const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00Z`
  const outcomes = outcomesOf([
    happening(8, { kind: kind('restore-failed'), at: at(30), detail: { backup: 'B1' } }),
    happening(7, { kind: kind('restore-requested'), at: at(29), detail: { backup: 'B1' } }),
    happening(6, { kind: kind('backed-up'), at: at(20), detail: { backup: 'B1' } }),
    happening(5, { kind: 'stopped', at: at(12) }),
    happening(4, { kind: 'power', at: at(11), detail: { action: 'stop' } }),
    happening(3, { kind: 'crashed', at: at(5) }),
    happening(2, { kind: 'power', at: at(3), detail: { action: 'start' } }),
    happening(1, { kind: kind('backup-requested'), at: at(0), detail: { backup: 'B1' } }),
  ])
  expect(Object.fromEntries(outcomes)).toEqual({ 1: '20 分 0 秒后完成', 2: '2 分 0 秒后崩溃', 4: '1 分 0 秒后停止', 7: '没有完成' })
})

test('a restart counts by the process that came after it', () => {
  const outcomes = outcomesOf([
    happening(4, { kind: 'ready', at: '2026-11-20T10:00:40Z' }),
    happening(3, { kind: 'started', at: '2026-11-20T10:00:20Z' }),
    happening(2, { kind: 'stopped', at: '2026-11-20T10:00:10Z' }),
    happening(1, { kind: 'power', at: '2026-11-20T10:00:00Z', detail: { action: 'restart' } }),
  ])
  expect(outcomes.get(1)).toBe('40 秒后就绪')
})

test('each entry says who, in which role, by which means, why and what came of it', async () => {
  await show()
  await screen.findByText('要求启动')
  const [ready, power, crashed, renamed] = items()
  expect(ready).toMatch(/节点服务器已就绪/)
  expect(power).toMatch(/Verdi成员要求启动访问令牌#80结果：6 分 0 秒后就绪/)
  expect(crashed).toMatch(/服务器崩溃退出代码 1，运行了 1 分 1 秒/)
  expect(renamed).toMatch(/管理员改了名称网页会话/)
})

test('the list follows its filters, and the way back is offered', async () => {
  await show()
  await screen.findByText('要求启动')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '类型' }), '运行与崩溃')
  await waitFor(() => expect(items()).toHaveLength(2))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '操作者' }), 'Verdi')
  await screen.findByText('没有符合的记录')
  await userEvent.click(screen.getAllByRole('button', { name: '清除筛选' })[0] as HTMLElement)
  await waitFor(() => expect(items()).toHaveLength(4))
})

test('a link to an entry begins with it', async () => {
  await show({ entry: 70 })
  await screen.findByText('从第 70 号记录开始显示。')
  await waitFor(() => expect(items()[0]).toMatch(/服务器崩溃/))
  expect(asked[0]?.get('before')).toBe('71')
  const link = screen.getByRole('link', { name: '第 70 号记录的链接' })
  expect(link.getAttribute('href')).toBe('/servers/manage/Srv00001/history?entry=70')
  await userEvent.click(screen.getByRole('button', { name: '回到最新' }))
  await screen.findByText('要求启动')
})

test('older pages are looked through until something fits', async () => {
  api.use(
    http.get('/_internal/server/:id/history', ({ request }) => {
      const before = new URL(request.url).searchParams.get('before')
      return HttpResponse.json(before ? { entries: entries.slice(2), next: null } : { entries: entries.slice(0, 2), next: 80 })
    }),
  )
  await show({ by: 'staff' })
  await screen.findByText('改了名称')
  expect(items()).toHaveLength(1)
})

test('a server without a history says what will stand here; one that does not load is asked for again', async () => {
  entries = []
  const first = await show()
  await screen.findByText('还没有动态')
  first.unmount()
  let broken = true
  api.use(
    http.get('/_internal/server/:id/history', () =>
      broken ? HttpResponse.json({ error: 'x', description: '暂时不行。' }, { status: 400 }) : HttpResponse.json({ entries, next: null }),
    ),
  )
  await show()
  const alert = await screen.findByRole('alert')
  broken = false
  await userEvent.click(within(alert).getByRole('button', { name: '重试' }))
  await screen.findByText('还没有动态')
})
