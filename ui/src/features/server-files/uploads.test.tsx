import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FileNode } from '@/testing/file-node'
import { renderFiles } from '@/testing/render-files'
import { server as api } from '@/testing/server'
import { hosted } from '@/testing/servers'

const fs = 'http://node.example/fs'
let node: FileNode

beforeEach(() => {
  document.cookie = 'modyard_csrf=x; path=/'
  // Requests carry those of Node only.
  vi.stubGlobal('Blob', NodeBlob)
  vi.stubGlobal('File', NodeFile)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  node = new FileNode()
  node.put('/mods/').put('/a.txt', 'old').put('/b.txt', 'old')
  api.use(...node.handlers('Srv00001'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const file = (name: string, text = 'new') => new File([text], name)
const zone = () => screen.findByRole('region', { name: '文件' })
const choose = async (...files: File[]) => {
  await screen.findByRole('row', { name: /a\.txt/ })
  await userEvent.upload(screen.getByLabelText('选择要上传的文件'), files)
}
const card = () => screen.findByRole('region', { name: '上传' })
const done = async (n: number, all = n) => within(await card()).findByText(`已完成 ${n} / ${all} 个文件`)

test('chosen files are sent and appear in the list', async () => {
  await renderFiles(hosted())
  await choose(file('c.txt'), file('d.txt'))
  await done(2)
  await screen.findByRole('row', { name: /c\.txt/ })
  expect(node.text('/d.txt')).toBe('new')
  await userEvent.click(screen.getByRole('button', { name: '清除记录' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '上传' })).toBeNull())
})

test('at most three files are on their way; a waiting one can be cancelled and sent again', async () => {
  let open: (() => void) | undefined
  const held = new Promise<void>((resolve) => (open = resolve))
  let at = 0
  let most = 0
  api.use(
    http.post(`${fs}/create`, async () => {
      most = Math.max(most, (at += 1))
      await held
      at -= 1
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await renderFiles(hosted())
  await choose(...['1', '2', '3', '4', '5'].map((name) => file(name)))
  await userEvent.click(await screen.findByRole('button', { name: '取消上传 /5' }))
  await within(await card()).findByText('已取消')
  await waitFor(() => expect(at).toBe(3))
  await userEvent.click(screen.getByRole('button', { name: '重新上传 /5' }))
  open?.()
  await done(5)
  expect(most).toBe(3)
})

test('a dropped folder is made, with what is in it', async () => {
  await renderFiles(hosted())
  await screen.findByRole('row', { name: /a\.txt/ })
  const entry = (name: string, inside?: unknown[]) =>
    inside
      ? { isFile: false, name, createReader: () => ({ readEntries: (give: (some: unknown[]) => void) => give(inside.splice(0)) }) }
      : { isFile: true, name, file: (give: (one: File) => void) => give(file(name)) }
  const world = entry('world', [entry('level.dat'), entry('empty', [])])
  const dataTransfer = { types: ['Files'], items: [{ kind: 'file', webkitGetAsEntry: () => world }], files: [], dropEffect: '' }
  fireEvent.dragOver(await zone(), { dataTransfer })
  await screen.findByText('松开后上传到 /')
  fireEvent.drop(await zone(), { dataTransfer })
  await done(1)
  await waitFor(() => expect(node.entries.get('/world/empty')?.type).toBe('directory'))
  expect(node.text('/world/level.dat')).toBe('new')
})

test('files dropped on the row of a folder go into it', async () => {
  await renderFiles(hosted())
  const row = await screen.findByRole('row', { name: /mods/ })
  fireEvent.drop(row, { dataTransfer: { types: ['Files'], items: [], files: [file('x.jar')] } })
  await done(1)
  expect(node.text('/mods/x.jar')).toBe('new')
})

test('a taken place asks before a byte is sent: overwrite, keep both, skip', async () => {
  await renderFiles(hosted())
  await choose(file('a.txt'))
  let dialog = await screen.findByRole('dialog', { name: '已有同名文件' })
  within(dialog).getByText('「/a.txt」已经存在。')
  expect(node.called('create', 'update')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: '覆盖' }))
  await done(1)
  expect(node.called('create', 'update')).toEqual(['update /a.txt'])
  expect(node.text('/a.txt')).toBe('new')

  await choose(file('a.txt', 'both'))
  dialog = await screen.findByRole('dialog', { name: '已有同名文件' })
  await userEvent.click(within(dialog).getByRole('button', { name: '保留两者' }))
  await done(2)
  expect(node.text('/a (2).txt')).toBe('both')

  await choose(file('a.txt', 'skip'))
  dialog = await screen.findByRole('dialog', { name: '已有同名文件' })
  await userEvent.click(within(dialog).getByRole('button', { name: '跳过' }))
  await within(await card()).findByText('已跳过')
  expect(node.text('/a.txt')).toBe('new')
})

test('one answer serves all that follow; a folder is never replaced', async () => {
  await renderFiles(hosted())
  await choose(file('a.txt'), file('b.txt'), file('mods'))
  const dialog = await screen.findByRole('dialog', { name: '已有同名文件' })
  await userEvent.click(within(dialog).getByRole('checkbox', { name: '对其余同名文件也这样处理' }))
  await userEvent.click(within(dialog).getByRole('button', { name: '覆盖' }))
  await screen.findByText('「/mods」已经存在。')
  expect(screen.getByRole('button', { name: '覆盖' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: '跳过' }))
  await done(3)
  expect([node.text('/a.txt'), node.text('/b.txt')]).toEqual(['new', 'new'])
})

test('something that came there meanwhile asks too', async () => {
  api.use(
    http.post(`${fs}/create`, () => HttpResponse.json({ error: 'already_exists', description: 'x' }, { status: 400 }), { once: true }),
  )
  await renderFiles(hosted())
  await choose(file('c.txt'))
  await screen.findByText('「/c.txt」已经存在。')
  await userEvent.click(screen.getByRole('button', { name: '保留两者' }))
  await done(1)
  expect(node.text('/c (2).txt')).toBe('new')
})

test('refused credentials are renewed once and the file is sent once more', async () => {
  await renderFiles(hosted())
  await screen.findByRole('row', { name: /a\.txt/ })
  let refused = 0
  api.use(
    http.post(
      `${fs}/create`,
      () => {
        refused += 1
        return new HttpResponse(null, { status: 401 })
      },
      { once: true },
    ),
  )
  await choose(file('c.txt'))
  await done(1)
  expect([refused, node.tokens]).toEqual([1, 2])
  expect(node.calls.filter(({ call }) => call === 'create').map(({ auth }) => auth)).toEqual(['Bearer 2'])
})

test('a full disk is said at its file and can be tried again; a refusal cannot', async () => {
  api.use(http.post(`${fs}/create`, () => HttpResponse.json({ error: 'quota_disk', description: 'x' }, { status: 507 }), { once: true }))
  await renderFiles(hosted())
  await choose(file('c.txt'))
  expect((await screen.findByRole('alert')).textContent).toContain('磁盘已满')
  await userEvent.click(screen.getByRole('button', { name: '重新上传 /c.txt' }))
  await done(1)
})

test('names that the node refuses are said before anything is sent', async () => {
  await renderFiles(hosted())
  await choose(file('汉'.repeat(90)))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('1 个文件没有上传')
  expect(alert.textContent).toContain('名称太长')
  expect(node.called('create')).toEqual([])
})

test('leaving the page while files are sent asks, and so does closing it', async () => {
  api.use(http.post(`${fs}/create`, () => new Promise<never>(() => undefined)))
  const { router } = await renderFiles(hosted(), {}, true, true)
  await choose(file('c.txt'))
  await screen.findByRole('button', { name: '取消上传 /c.txt' })
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
  void router.navigate({ to: '/elsewhere' as never })
  await userEvent.click(within(await screen.findByRole('dialog', { name: '文件还没有传完' })).getByRole('button', { name: '留在这里' }))
  await userEvent.click(screen.getByRole('button', { name: '全部取消' }))
  await within(await card()).findByText('已取消')
  router.history.destroy()
})
