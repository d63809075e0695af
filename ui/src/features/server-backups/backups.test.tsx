import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Shown } from '@/features/server/parts'
import type { Autobackup, Backup } from '@/lib/hosting/backups'
import { renderPart } from '@/testing/render-part'
import { server as api } from '@/testing/server'
import { happening, hosted } from '@/testing/servers'
import { ago } from '@/testing/time'
import { useToasts } from '@/stores/toasts'
import { ServerBackups } from '.'

const GIB = 1024 ** 3
const at = '/hosting/modyard/v0/servers/Srv00001'
const node = 'https://node-1.example:8443/backups/B1'
const BACKUPS_RIGHT = 1 << 5
let list: Backup[]
let automatic: Autobackup
let sent: unknown[]
let followed: string[]

const done = (id: string, name: string, over: Partial<Backup> = {}): Backup => ({
  id,
  name,
  created_at: ago(20),
  ongoing: false,
  locked: false,
  automated: false,
  interrupted: false,
  task: null,
  status: 'done',
  size_bytes: 1.34 * GIB,
  stored_bytes: 0.2 * GIB,
  damaged: false,
  cause: '',
  by: { id: 'Usr00002', username: '半枚齿轮', avatar_url: null },
  ...over,
})

beforeEach(() => {
  sent = []
  followed = []
  list = [done('B1', '换包之后'), done('B2', '每 6 小时自动', { automated: true, by: null, created_at: ago(2) })]
  automatic = { enabled: true, interval: 6 }
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.href)
  })
  api.use(
    http.get(`${at}/backups`, () => HttpResponse.json(list)),
    http.get(`${at}/autobackup`, () => HttpResponse.json(automatic)),
    http.get(`${at}/ws`, () => HttpResponse.json({ error: 'not_found' }, { status: 404 })),
    http.get('/_internal/server/:id/history', () =>
      HttpResponse.json({ entries: [happening(1, { kind: 'properties', role: 'owner' })], next: null }),
    ),
    http.post(`${at}/backups`, async ({ request }) => {
      sent.push(await request.json(), request.headers.has('Idempotency-Key'))
      list = [done('B3', '新的', { ongoing: true, size_bytes: 0, stored_bytes: 0 }), ...list]
      return HttpResponse.json({ id: 'B3' })
    }),
    http.post(`${at}/backups/:backup/:action`, async ({ request, params }) => {
      const text = await request.text()
      sent.push([params.backup, params.action, ...(text ? [JSON.parse(text)] : [])])
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete(`${at}/backups/:backup`, ({ params }) => {
      sent.push(['DELETE', params.backup])
      list = list.filter(({ id }) => id !== params.backup)
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(`${at}/backups/:backup`, () =>
      HttpResponse.json({ download_url: `${node.slice('https://'.length)}/download?auth=tok`, url: node, token: 'tok' }),
    ),
    http.post(`${at}/autobackup`, async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
    http.post(`${at}/power`, async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
})
afterEach(() => {
  useToasts.setState({ toasts: [] })
  vi.restoreAllMocks()
})

const show = (shown: Shown = 'stopped', over: Parameters<typeof hosted>[0] = {}) =>
  renderPart(() => <ServerBackups server={hosted(over)} shown={shown} />)
const toasts = () => useToasts.getState().toasts.map(({ title, text }) => text ?? title)
const row = (name: RegExp) => screen.findByRole('row', { name })
const choose = async (name: string, item: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: `「${name}」的更多操作` }))
  return screen.findByRole('menuitem', { name: item })
}

test('a backup stands with its kind, who made it, what it holds and what it takes', async () => {
  await show()
  const made = await row(/换包之后/)
  within(made).getByText('手动')
  within(made).getByText('半枚齿轮')
  within(made).getByText(/1\.34 GiB/)
  within(made).getByText(/实占/)
  within(await row(/每 6 小时自动/)).getByText('节点')
  screen.getByText(/^2 \/ 10，共/)
  await screen.findByText(/每 6 小时自动备份一次，下次约/)
})

test('a backup is made under a name, once', async () => {
  await show('running')
  await row(/换包之后/)
  await userEvent.click(screen.getByRole('button', { name: '新建备份' }))
  const dialog = await screen.findByRole('dialog', { name: '新建备份' })
  within(dialog).getByText(/会先保存世界/)
  await userEvent.type(within(dialog).getByRole('textbox', { name: '名称' }), '升级之前')
  await userEvent.click(within(dialog).getByRole('button', { name: '新建备份' }))
  await screen.findByRole('group', { name: '新的' })
  expect(sent.slice(0, 2)).toEqual([{ name: '升级之前' }, true])
})

test('a name of more than 64 characters is not sent', async () => {
  await show()
  await row(/换包之后/)
  await userEvent.click(screen.getByRole('button', { name: '新建备份' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('textbox'))
  await userEvent.paste('长'.repeat(65))
  await userEvent.click(within(dialog).getByRole('button', { name: '新建备份' }))
  await within(dialog).findByText('名称最多 64 个字符，不能换行。')
  expect(sent).toEqual([])
})

test('what was refused stands in the dialog', async () => {
  api.use(http.post(`${at}/backups`, () => HttpResponse.json({ error: 'quota_backups', description: '最多 10 个备份。' }, { status: 409 })))
  await show()
  await row(/换包之后/)
  await userEvent.click(screen.getByRole('button', { name: '新建备份' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: '新建备份' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('最多 10 个备份。')
})

test('a backup is restored after its losses were read and the name of the server was typed', async () => {
  await show()
  await userEvent.click(within(await row(/换包之后/)).getByRole('button', { name: '恢复「换包之后」' }))
  const dialog = await screen.findByRole('dialog', { name: '恢复到「换包之后」？' })
  within(dialog).getByText(/世界里的一切改动/)
  await within(dialog).findByText(/1 次对设置和内容的更改/)
  const restore = within(dialog).getByRole<HTMLButtonElement>('button', { name: '恢复' })
  expect(restore.disabled).toBe(true)
  await userEvent.type(within(dialog).getByRole('textbox'), '晨雾谷')
  await userEvent.click(restore)
  await waitFor(() => expect(sent).toEqual([['B1', 'restore']]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('while the server runs nothing is restored, and the dialog can stop it', async () => {
  await show('running')
  await userEvent.click(within(await row(/换包之后/)).getByRole('button', { name: '恢复「换包之后」' }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText(/停止后才能恢复/)
  await userEvent.type(within(dialog).getByRole('textbox'), '晨雾谷')
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: '恢复' }).disabled).toBe(true)
  await userEvent.click(within(dialog).getByRole('button', { name: '停止服务器' }))
  await waitFor(() => expect(sent).toEqual([{ action: 'Stop' }]))
})

test('a restore is taken back while its time lasts', async () => {
  list = [done('B1', '换包之后', { undo_until: new Date(Date.now() + 3_600_000).toISOString() })]
  await show()
  await screen.findByText(/已恢复到「换包之后」/)
  await userEvent.click(screen.getByRole('button', { name: '撤销恢复' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '撤销恢复' }))
  await waitFor(() => expect(sent).toEqual([['B1', 'undo']]))
})

test('a backup on its way shows how far it is, and is cancelled by its deletion', async () => {
  list = [done('B4', '升级之前', { ongoing: true, task: { create: { progress: 0.62, state: 'ongoing' } } })]
  await show('running')
  const moving = await screen.findByRole('group', { name: '升级之前' })
  expect(moving.textContent).toContain('62%')
  within(moving).getByRole('progressbar')
  await userEvent.click(within(moving).getByRole('button', { name: '取消' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '取消备份' }))
  await screen.findByText('还没有备份')
  expect(sent).toEqual([['DELETE', 'B4']])
})

test('one that failed says why and is made again; a damaged one cannot be restored', async () => {
  list = [done('B1', '坏的', { damaged: true }), done('B2', '没成的', { interrupted: true, cause: 'disk', size_bytes: 0 })]
  await show()
  const failed = await row(/没成的/)
  within(failed).getByText('没有完成：磁盘出错或空间不足')
  await userEvent.click(within(failed).getByRole('button', { name: '重试' }))
  await waitFor(() => expect(sent).toEqual([['B2', 'retry']]))
  const damaged = await row(/坏的/)
  within(damaged).getByText('已损坏')
  const restore = within(damaged).getByRole<HTMLButtonElement>('button', { name: '恢复「坏的」' })
  expect([restore.disabled, restore.title]).toEqual([true, '这个备份不能用来恢复。'])
})

test('a backup is locked, renamed, downloaded and deleted', async () => {
  await show()
  await userEvent.click(await choose('换包之后', /^锁定$/))
  await waitFor(() => expect(sent).toEqual([['B1', 'lock']]))
  await userEvent.click(await choose('换包之后', /^重命名$/))
  const name = await screen.findByRole('textbox', { name: '名称' })
  await userEvent.clear(name)
  await userEvent.type(name, '勿删{Enter}')
  await waitFor(() => expect(sent).toContainEqual(['B1', 'rename', { name: '勿删' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '下载「换包之后」' }))
  await waitFor(() => expect(followed).toEqual([`${node}/download?auth=tok`]))
  await userEvent.click(await choose('换包之后', /^删除$/))
  await userEvent.click(within(await screen.findByRole('dialog', { name: '删除备份？' })).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /换包之后/ })).toBeNull())
})

test('a download without an address says so', async () => {
  api.use(http.get(`${at}/backups/:backup`, () => HttpResponse.json({})))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: '下载「换包之后」' }))
  await waitFor(() => expect(toasts()).toContain('节点没有给出下载地址，请稍后再试。'))
  expect(followed).toEqual([])
})

test('one looks into a backup and takes one file out of it', async () => {
  const asked: string[] = []
  api.use(
    http.get(`${node}/list`, ({ request }) => {
      const path = new URL(request.url).searchParams.get('path') ?? ''
      asked.push(`${path} ${request.headers.get('Authorization')}`)
      return HttpResponse.json({
        items: path === '/' ? [{ name: 'world', type: 'directory' }] : [{ name: 'level.dat', type: 'file', size: 2048 }],
      })
    }),
  )
  await show()
  await userEvent.click(await choose('换包之后', /^查看内容$/))
  const dialog = await screen.findByRole('dialog', { name: '「换包之后」的内容' })
  await userEvent.click(await within(dialog).findByRole('button', { name: 'world' }))
  await userEvent.click(await within(dialog).findByRole('button', { name: '下载「level.dat」' }))
  await waitFor(() => expect(followed).toEqual([`${node}/file?path=%2Fworld%2Flevel.dat&auth=tok`]))
  expect(asked).toEqual(['/ Bearer tok', '/world Bearer tok'])
  await userEvent.click(within(dialog).getByRole('button', { name: '根目录' }))
  await within(dialog).findByRole('button', { name: 'world' })
})

/** Opens the contents of a backup with a world and a file in it, on a server whose folder has these entries. */
async function look(shown: Shown = 'stopped', now: readonly object[] = [], over: Parameters<typeof hosted>[0] = {}) {
  api.use(
    http.get(`${node}/list`, () =>
      HttpResponse.json({
        items: [
          { name: 'world', type: 'directory', modified: ago(20) },
          { name: 'level.dat', type: 'file', size: 2048, modified: ago(20) },
        ],
        total: 2,
      }),
    ),
    http.get(`${at}/fs`, () => HttpResponse.json({ url: 'https://node-1.example:8443/fs', token: 'files' })),
    http.get('https://node-1.example:8443/fs/list', () =>
      HttpResponse.json({ items: now, total: 1, current: 1, count: now.length, used: 0, room: 0 }),
    ),
  )
  await show(shown, over)
  await userEvent.click(await choose('换包之后', /^查看内容$/))
  return screen.findByRole('dialog', { name: '「换包之后」的内容' })
}

test('one file takes the place of the one on the server, after it was said what that is', async () => {
  const dialog = await look('stopped', [
    { name: 'level.dat', type: 'file', path: '/level.dat', modified: 1_764_000_000, created: 0, size: 4096 },
  ])
  await userEvent.click(await within(dialog).findByRole('button', { name: '还原文件「level.dat」' }))
  const asked = await screen.findByRole('dialog', { name: '还原此文件？' })
  within(asked).getByText(/「\/level\.dat」会回到/)
  within(asked).getByText('服务器上现有的同名文件')
  await within(asked).findByText(/现在是一个文件：4\.00 KiB，修改于/)
  within(asked).getByText(/移到文件的回收站，24 小时内可以找回/)
  await userEvent.click(within(asked).getByRole('button', { name: '还原此文件' }))
  await waitFor(() => expect(sent).toEqual([['B1', 'restore-files', { path: '/level.dat' }]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toasts()).toContain('已开始还原')
})

test('a folder is restored too, and where nothing has its place nothing is replaced', async () => {
  const dialog = await look()
  await userEvent.click(await within(dialog).findByRole('button', { name: '还原文件夹「world」' }))
  const asked = await screen.findByRole('dialog', { name: '还原此文件夹？' })
  await within(asked).findByText('服务器上现在没有它，不会替换任何内容')
  await userEvent.click(within(asked).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '还原此文件夹？' })).toBeNull())
  within(dialog).getByRole('button', { name: 'world' })
  expect(sent).toEqual([])
})

test('while the server runs no file is restored, and the dialog can stop it', async () => {
  const dialog = await look('running')
  await userEvent.click(await within(dialog).findByRole('button', { name: '还原文件「level.dat」' }))
  const asked = await screen.findByRole('dialog', { name: '还原此文件？' })
  expect(within(asked).getByRole<HTMLButtonElement>('button', { name: '还原此文件' }).disabled).toBe(true)
  await userEvent.click(within(asked).getByRole('button', { name: '停止服务器' }))
  await waitFor(() => expect(sent).toEqual([{ action: 'Stop' }]))
})

test('who may not write files reads a backup and restores nothing of it', async () => {
  const dialog = await look('stopped', [], { current_user_permissions: 1023 & ~(1 << 3) })
  const put = await within(dialog).findByRole<HTMLButtonElement>('button', { name: '还原文件「level.dat」' })
  expect([put.disabled, put.title]).toEqual([true, '还原文件需要修改文件的权限。'])
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: '下载「level.dat」' }).disabled).toBe(false)
})

test('a folder of a backup may be empty, too long for the dialog, or not to be had now', async () => {
  let broken = true
  api.use(
    http.get(`${node}/list`, ({ request }) => {
      if (broken) return HttpResponse.json({ error: 'internal', description: '节点暂时不行。' }, { status: 405 })
      const path = new URL(request.url).searchParams.get('path')
      if (path === '/empty') return HttpResponse.json({ items: [], total: 0 })
      const items = Array.from({ length: 9 }, (_, n) => ({ name: `chunk-${n}`, type: 'file', size: 1 }))
      return HttpResponse.json({ items: [{ name: 'empty', type: 'directory' }, ...items], total: 12_345 })
    }),
  )
  await show()
  await userEvent.click(await choose('换包之后', /^查看内容$/))
  const dialog = await screen.findByRole('dialog')
  const alert = await within(dialog).findByRole('alert')
  expect(alert.textContent).toContain('节点暂时不行。')
  broken = false
  await userEvent.click(within(alert).getByRole('button', { name: '重试' }))
  await within(dialog).findByText('共 12,345 项，只显示前 10 项')
  await userEvent.click(within(dialog).getByRole('button', { name: 'empty' }))
  await within(dialog).findByText('空文件夹')
})

test('automatic backups have an offered interval or an own one', async () => {
  await show()
  await userEvent.click(await screen.findByRole('radio', { name: '12 小时' }))
  const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存' })
  await userEvent.click(save)
  await waitFor(() => expect(sent).toEqual([{ set: 'enable', interval: 12 }]))
  await userEvent.click(await screen.findByRole('radio', { name: '自定' }))
  const own = await screen.findByRole('textbox', { name: '间隔（小时）' })
  await userEvent.clear(own)
  await userEvent.type(own, '169')
  await screen.findByText('间隔须为 1 至 168 的整数小时。')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true)
  await userEvent.clear(own)
  await userEvent.type(own, '168')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toContainEqual({ set: 'enable', interval: 168 }))
})

test('automatic backups are turned off', async () => {
  await show()
  await userEvent.click(await screen.findByRole('switch', { name: '开启自动备份' }))
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toEqual([{ set: 'disable', interval: 6 }]))
})

test('without a right everything that changes is disabled and says why', async () => {
  await show('stopped', { current_user_permissions: 1023 & ~BACKUPS_RIGHT })
  const made = await row(/换包之后/)
  screen.getByText('你只能查看备份')
  for (const name of ['恢复「换包之后」', '下载「换包之后」']) {
    const button = within(made).getByRole<HTMLButtonElement>('button', { name })
    expect([button.disabled, button.title]).toEqual([true, '管理备份需要所有者或管理者的角色。'])
  }
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '新建备份' }).disabled).toBe(true)
})

test('of a suspended server backups can still be downloaded', async () => {
  await show('suspended', { suspended: true })
  const made = await row(/换包之后/)
  expect(within(made).getByRole<HTMLButtonElement>('button', { name: '下载「换包之后」' }).disabled).toBe(false)
  expect(within(made).getByRole<HTMLButtonElement>('button', { name: '恢复「换包之后」' }).disabled).toBe(true)
})

test('with a node that is away backups are made later and none is read', async () => {
  await show('away', { host: { connected: false } })
  const made = await row(/换包之后/)
  screen.getByText(/会在它恢复后执行/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '新建备份' }).disabled).toBe(false)
  expect(within(made).getByRole<HTMLButtonElement>('button', { name: '下载「换包之后」' }).disabled).toBe(true)
})

test('a list that does not load is asked for again; an empty one says what backups are for', async () => {
  let broken = true
  list = []
  api.use(
    http.get(`${at}/backups`, () =>
      broken ? HttpResponse.json({ error: 'x', description: '暂时不行。' }, { status: 405 }) : HttpResponse.json(list),
    ),
  )
  await show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('暂时不行。')
  broken = false
  await userEvent.click(within(alert).getByRole('button', { name: '重试' }))
  await screen.findByText('还没有备份')
})
