import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Server } from '@/lib/hosting/servers'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server as api } from '@/testing/server'
import { happening, hosted, listOf } from '@/testing/servers'
import { ago } from '@/testing/time'

const base = '/hosting/modyard/v0'
const page = '/servers/manage/Srv00001'
let record: Server

beforeEach(() => {
  document.cookie = 'modyard_csrf=x; path=/'
  record = hosted({ used_backup_quota: 1 })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api.use(
    http.get('/v2/user', () => HttpResponse.json(me)),
    http.get(`${base}/servers`, () => HttpResponse.json(listOf(record))),
    http.get(`${base}/servers/:id`, () => HttpResponse.json(record)),
    http.get(`${base}/servers/:id/ws`, () => HttpResponse.json({ error: 'not_found' }, { status: 404 })),
    http.get(`${base}/servers/:id/backups`, () =>
      HttpResponse.json([{ id: 'B1', name: '开荒第一天', created_at: ago(9), ongoing: false }]),
    ),
    http.get(`${base}/servers/:id/autobackup`, () => HttpResponse.json({ enabled: false, interval: 6 })),
    http.get('/_internal/server/:id/history', ({ request }) => {
      const { searchParams: asked } = new URL(request.url)
      const before = Number(asked.get('before') ?? Infinity)
      if (asked.get('kind') === 'backup') return HttpResponse.json({ entries: [], next: null })
      const entries = [happening(90, { kind: 'ready' }), happening(70, { kind: 'crashed', detail: { code: 1 } })]
      return HttpResponse.json({ entries: entries.filter(({ position }) => position < before), next: null })
    }),
  )
})

test('the tab of the backups says how many there are and leads to them', async () => {
  await renderRoute(`${page}/files`)
  const tabs = await screen.findByRole('navigation', { name: '服务器的页面' })
  const tab = within(tabs).getByRole('link', { name: /备份/ })
  expect(tab.textContent).toBe('备份1')
  await userEvent.click(tab)
  await screen.findByRole('row', { name: /开荒第一天/ })
  expect(document.title).toMatch(/^备份 - 晨雾谷/)
  await screen.findByText('没有开启自动备份')
})

test('the address of a history has its filters and the entry that it begins with', async () => {
  const { router } = await renderRoute(`${page}/history?entry=70`)
  await screen.findByText('从第 70 号记录开始显示。')
  expect(screen.queryByText('服务器已就绪')).toBeNull()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '类型' }), '备份')
  await screen.findByText('没有符合的记录')
  await waitFor(() => expect(router.state.location.href).toBe(`${page}/history?kind=backup&entry=70`))
})

test('a crash says how the process ended, and leads to the history and the log', async () => {
  record = hosted({
    last_crash: ago(1),
    last_run: { run: 'r1', seen: 'crashed', at: ago(1), attempt: 1, code: 137, signal: 'SIGKILL', out_of_memory: true, cause: '' },
    power: { state: 'crashed', exit: { code: 137, signal: 'SIGKILL', out_of_memory: true, seconds: 125 } },
  })
  await renderRoute(page)
  const facts = await screen.findByText('退出代码')
  expect(facts.closest('dl')?.textContent).toMatch(/退出代码137信号SIGKILL内存超出上限运行时间2 分 5 秒时间/)
  screen.getByText(/进程用的内存超出了上限/)
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('查看动态')).toBe(`${page}/history?kind=run`)
  expect(href('打开日志')).toBe(`${page}/files?path=%2Flogs&open=%2Flogs%2Flatest.log`)
})

test('who may not read files is not sent to the log', async () => {
  record = hosted({
    current_user_permissions: 1,
    last_run: { run: 'r1', seen: 'crashed', at: ago(1), attempt: 1, code: 1, signal: '', out_of_memory: false, cause: '' },
    power: { state: 'crashed', exit: { code: 1, signal: '', out_of_memory: false, seconds: 61 } },
  })
  await renderRoute(page)
  await screen.findByText('没有超出上限')
  screen.getByText(/程序自己以错误结束/)
  expect(screen.queryByRole('link', { name: '打开日志' })).toBeNull()
})
