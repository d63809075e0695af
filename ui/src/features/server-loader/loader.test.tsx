import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Shown } from '@/features/server/parts'
import type { Backup } from '@/lib/hosting/backups'
import type { InstallFailure, SoftwareVersion } from '@/lib/hosting/installs'
import type { Server } from '@/lib/hosting/servers'
import { useToasts } from '@/stores/toasts'
import { FileNode } from '@/testing/file-node'
import { renderPart } from '@/testing/render-part'
import { server as api } from '@/testing/server'
import { hosted } from '@/testing/servers'
import { ago } from '@/testing/time'
import { ServerLoader } from '.'

const at = '/hosting/modyard/v0/servers/Srv00001'
const node = 'https://node-1.example:8443/install'
const RESET = 1 << 7
const games: Record<string, SoftwareVersion[]> = {
  Vanilla: [
    { version: '25w31a', stable: false },
    { version: '1.21.8', stable: true },
  ],
  Paper: [
    { version: '1.21.8', stable: true },
    { version: '1.21.1', stable: true },
  ],
}
let sent: unknown[]
let list: Backup[]
let record: Server
let tell: () => void = () => undefined

const backup = (over: Partial<Backup>): Backup => ({ id: 'B1', name: '安装前', created_at: ago(0), ongoing: false, ...over })

beforeEach(() => {
  sent = []
  list = []
  record = hosted()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api.use(
    http.get('/_internal/hosting/loaders', ({ request }) => {
      const { searchParams: asked } = new URL(request.url)
      const loader = asked.get('loader')
      if (!loader) return HttpResponse.json({ loaders: Object.keys(games) })
      if (!asked.has('game')) return HttpResponse.json({ games: games[loader] ?? [] })
      const versions =
        loader === 'Paper'
          ? [
              { version: '131', stable: false },
              { version: '130', stable: true },
            ]
          : []
      return HttpResponse.json({ versions })
    }),
    http.get(`${at}/backups`, () => HttpResponse.json(list)),
    http.get(`${at}/ws`, () => HttpResponse.json({ error: 'not_found' }, { status: 404 })),
    http.post(`${at}/backups`, async ({ request }) => {
      sent.push('backup', await request.json())
      list = [backup({ ongoing: true }), ...list]
      return HttpResponse.json({ id: 'B1' })
    }),
    http.post(`${at}/reinstall`, async ({ request }) => {
      sent.push(`reinstall${new URL(request.url).search}`, await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
    http.post(`${at}/reinstall/cancel`, () => {
      sent.push('cancel')
      return new HttpResponse(null, { status: 204 })
    }),
    http.post(`${at}/licence`, () => {
      sent.push('licence')
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(`${at}/reinstallFromMrpack`, () => HttpResponse.json({ url: node.slice('https://'.length), token: 'tok' })),
  )
})
afterEach(() => {
  useToasts.setState({ toasts: [] })
  vi.restoreAllMocks()
})

/** Shows the page; `become` gives it another record. */
async function show(over: Parameters<typeof hosted>[0] = {}, shown: Shown = 'stopped') {
  record = hosted(over)
  const Part = () => {
    const now = useSyncExternalStore(
      (heard) => {
        tell = heard
        return () => undefined
      },
      () => record,
    )
    return <ServerLoader server={now} shown={shown} />
  }
  return renderPart(Part)
}
const become = (over: Parameters<typeof hosted>[0]) => {
  record = hosted(over)
  tell()
}
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const asked = { hard: false, by: null, since: ago(1), upload: false, cancelled: false }
const nothing = { software: 'none', loader: null, loader_version: null, mc_version: null } as const

/** Chooses Paper and goes to the review. */
async function reviewPaper() {
  await userEvent.click(await button('Paper'))
  await screen.findByRole('combobox', { name: '加载器版本' })
  await userEvent.click(await button('下一步'))
  return screen.findByRole('dialog')
}

test('the chain offers what belongs together, and the newest stable version', async () => {
  await show({ loader: 'Paper', mc_version: '1.21.1', loader_version: '129' })
  const game = await screen.findByRole<HTMLSelectElement>('combobox', { name: '游戏版本' })
  expect(game.value).toBe('1.21.1')
  const version = await screen.findByRole<HTMLSelectElement>('combobox', { name: '加载器版本' })
  expect(version.value).toBe('130')
  await userEvent.click(await button('Vanilla'))
  await screen.findByText(/没有自己的版本/)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '游戏版本' }).value).toBe('1.21.8')
  await userEvent.click(screen.getByRole('switch', { name: '显示快照版' }))
  screen.getByRole('option', { name: '25w31a · 快照' })
})

test('a loader is installed after its backup, and only then', async () => {
  const { client } = await show({ loader: 'Paper', mc_version: '1.21.8' })
  const dialog = await reviewPaper()
  within(dialog).getByText('服务端程序和它的运行库')
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: '先备份' }).checked).toBe(true)
  await userEvent.click(within(dialog).getByRole('button', { name: '安装' }))
  await waitFor(() => expect(sent).toEqual(['backup', { name: '安装前：Paper 1.21.8 (130)' }]))
  await screen.findByRole('region', { name: '正在安装' })
  list = [backup({})]
  await client.invalidateQueries({ queryKey: ['servers', 'backups'] })
  await waitFor(() => expect(sent[2]).toBe('reinstall?hard=false'))
  expect(sent[3]).toEqual({ loader: 'Paper', game_version: '1.21.8', loader_version: '130' })
})

test('a backup that fails ends it, and nothing is installed', async () => {
  const { client } = await show()
  const dialog = await reviewPaper()
  await userEvent.click(within(dialog).getByRole('button', { name: '安装' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  list = [backup({ interrupted: true })]
  await client.invalidateQueries({ queryKey: ['servers', 'backups'] })
  await screen.findByText(/先做的备份没有完成/)
  expect(sent).toHaveLength(2)
})

test('at the limit there is no backup first, and the reason is said', async () => {
  list = Array.from({ length: 10 }, (_, n) => backup({ id: `B${n}` }))
  await show()
  const dialog = await reviewPaper()
  await within(dialog).findByText(/已有 10 个备份/)
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: '先备份' })).toMatchObject({ checked: false, disabled: true })
  await userEvent.click(within(dialog).getByRole('button', { name: '安装' }))
  await waitFor(() => expect(sent[0]).toBe('reinstall?hard=false'))
})

test('removing everything needs the name of the server', async () => {
  await show({}, 'running')
  const dialog = await reviewPaper()
  within(dialog).getByText(/安装前会先停止/)
  await userEvent.click(within(dialog).getByRole('radio', { name: '清空重装' }))
  within(dialog).getByText(/^服务器上的全部文件：/)
  await userEvent.click(within(dialog).getByRole('checkbox', { name: '先备份' }))
  within(dialog).getByText(/清空之后无法找回/)
  const go = within(dialog).getByRole<HTMLButtonElement>('button', { name: '清空并安装' })
  expect(go.disabled).toBe(true)
  await userEvent.type(within(dialog).getByRole('textbox'), '晨雾谷')
  await userEvent.click(go)
  await waitFor(() => expect(sent[0]).toBe('reinstall?hard=true'))
})

test('without the right to reset only the soft way is open', async () => {
  await show({ current_user_permissions: 1023 & ~RESET })
  const dialog = await reviewPaper()
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: '清空重装' }).disabled).toBe(true)
  within(dialog).getByText('清空重装需要所有者的角色。')
})

test('a new server has nothing to back up; the licence is accepted before it is installed', async () => {
  await show({ ...nothing, licence: false })
  const dialog = await reviewPaper()
  expect(within(dialog).queryByRole('checkbox', { name: '先备份' })).toBeNull()
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /最终用户许可协议/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: '安装' }))
  await waitFor(() => expect(sent.slice(0, 2)).toEqual(['licence', 'reinstall?hard=false']))
})

test('what was refused is said, and can be tried again', async () => {
  api.use(
    http.post(`${at}/reinstall`, () => HttpResponse.json({ error: 'busy', description: '正在恢复备份。' }, { status: 409 }), {
      once: true,
    }),
  )
  await show(nothing)
  const dialog = await reviewPaper()
  await userEvent.click(within(dialog).getByRole('button', { name: '安装' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('正在恢复备份。')
  await userEvent.click(within(alert).getByRole('button', { name: '重试' }))
  await waitFor(() => expect(sent[0]).toBe('reinstall?hard=false'))
})

test('an upload is cancelled, and the page says that nothing was installed', async () => {
  api.use(
    http.post(`${node}/reinstallMrpackMultiparted`, ({ request }) => {
      sent.push(`upload${new URL(request.url).search} ${request.headers.get('Authorization')}`)
      return new Promise<never>(() => undefined)
    }),
  )
  await show(nothing)
  await userEvent.click(await button('上传 .mrpack'))
  const field = await screen.findByLabelText('整合包文件')
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(field, new File(['x'], 'a.zip'))
  await screen.findByText('a.zip：不是 .mrpack 文件。')
  await user.upload(field, new File(['x'], 'a.mrpack'))
  await userEvent.click(await button('上传并安装'))
  await waitFor(() => expect(sent).toEqual(['upload?hard=false Bearer tok']))
  await userEvent.click(await button('取消'))
  await waitFor(() => expect(useToasts.getState().toasts[0]?.title).toBe('已取消，没有安装任何软件'))
  await button('选择文件')
})

test('while it is installed the steps are shown, and it can be cancelled until it is put in place', async () => {
  const progress = { phase: 'fetch', files: 12, files_total: 80, bytes: 0, bytes_total: 0, since: ago(1) } as const
  const install = { asked: { ...asked, loader: 'Paper', game_version: '1.21.8' }, progress, failure: null }
  await show({ status: 'installing', install }, 'installing')
  const card = await screen.findByRole('region', { name: '正在安装' })
  expect(within(card).getByText('下载').closest('li')?.getAttribute('aria-current')).toBe('step')
  within(card).getByText('15% · 12 / 80 个文件')
  within(card).getByRole('progressbar', { name: '下载' })
  expect(screen.queryByRole('button', { name: '下一步' })).toBeNull()
  await userEvent.click(within(card).getByRole('button', { name: '取消安装' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '取消安装' }))
  await waitFor(() => expect(sent).toEqual(['cancel']))
  become({ status: 'installing', install: { ...install, progress: { ...progress, phase: 'swap' } } })
  await waitFor(() => expect(within(card).getByRole<HTMLButtonElement>('button', { name: '取消安装' }).disabled).toBe(true))
})

test('its end is said: that it is done, or why it failed', async () => {
  api.use(...new FileNode().put('/modrinth-installation-29991130T060000.000Z.log', 'the log').handlers('Srv00001'))
  const install = { asked: { ...asked, loader: 'Paper', game_version: '1.21.8' }, progress: null, failure: null }
  await show({ status: 'installing', install }, 'installing')
  await screen.findByRole('region', { name: '正在安装' })
  become({ loader: 'Paper', loader_version: '130', mc_version: '1.21.8' })
  await screen.findByText(/现在安装的是 Paper 1\.21\.8 \(130\)。可以启动服务器了。/)
  become({ status: 'installing', install })
  const failure: InstallFailure = { reason: 'hash', subject: 'mods/a.jar', at: ago(0) }
  become({ status: 'installing', install })
  await screen.findByRole('region', { name: '正在安装' })
  become({ install: { ...install, failure } })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/登记的不一样.*相关的是：mods\/a\.jar.*服务器保持安装之前的样子/)
  await waitFor(() =>
    expect(within(alert).getByRole('link', { name: '安装日志' }).getAttribute('href')).toMatch(
      /files\?path=%2F&open=%2Fmodrinth-installation-29991130T060000\.000Z\.log$/,
    ),
  )
  await userEvent.click(within(alert).getByRole('button', { name: '重试' }))
  await screen.findByRole('dialog', { name: '安装 Paper 1.21.8' })
})

test('a list that fails is asked for again; without any loader the page says so', async () => {
  let broken = true
  api.use(
    http.get('/_internal/hosting/loaders', () =>
      broken ? HttpResponse.json({ error: 'source', description: '来源没有回答。' }, { status: 502 }) : HttpResponse.json({ loaders: [] }),
    ),
  )
  await show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('来源没有回答。')
  broken = false
  await userEvent.click(within(alert).getByRole('button', { name: '重试' }))
  await screen.findByText('没有可安装的加载器')
})

test.each<[string, Parameters<typeof hosted>[0], RegExp]>([
  ['no right', { current_user_permissions: 1 }, /所有者或管理者/],
  ['suspended', { suspended: true, status: 'suspended' }, /已暂停/],
])('%s: everything is disabled, with the reason', async (_name, over, why) => {
  await show(over)
  await screen.findByText(why)
  const next = await button('下一步')
  expect([next.disabled, why.test(next.title)]).toEqual([true, true])
  await userEvent.click(await button('上传 .mrpack'))
})

test('with a node that is away software is installed later, and nothing is uploaded', async () => {
  await show({ host: { connected: false } }, 'away')
  await screen.findByText(/会在它恢复连接后开始/)
  await reviewPaper()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await button('上传 .mrpack'))
  expect((await button('选择文件')).disabled).toBe(true)
})
