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
  node.put('/config/a.yml', 'a: 1\r\nb: 2\r\n')
  api.use(...node.handlers('Srv00001'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const opened = async (name = 'a.yml') => (await screen.findByRole('textbox', { name: `${name} 的内容` })) as HTMLTextAreaElement
const at = { path: '/config', open: '/config/a.yml' }
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const save = () => userEvent.click(screen.getByRole('button', { name: '保存' }))
const marks = () => node.calls.filter(({ call }) => call === 'update').map(({ mark }) => mark)

test('a text is edited, saved with Ctrl and S, and keeps its line ends', async () => {
  await renderFiles(hosted(), at)
  const field = await opened()
  expect(field.value).toBe('a: 1\nb: 2\n')
  screen.getByText('UTF-8')
  screen.getByText('CRLF 换行')
  expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', true)
  type(field, 'a: 3\nb: 2\n')
  screen.getByText('未保存')
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  await waitFor(() => expect(screen.queryByText('未保存')).toBeNull())
  expect(node.text('/config/a.yml')).toBe('a: 3\r\nb: 2\r\n')
  type(field, 'a: 4\nb: 2\n')
  await save()
  await waitFor(() => expect(node.text('/config/a.yml')).toBe('a: 4\r\nb: 2\r\n'))
  expect(new Set(marks()).size).toBe(2)
})

test('while an input method composes, Ctrl and S saves nothing', async () => {
  await renderFiles(hosted(), at)
  type(await opened(), 'x')
  fireEvent.keyDown(window, { key: 's', ctrlKey: true, isComposing: true })
  expect(node.called('update')).toEqual([])
})

test('a file that changed elsewhere is not overwritten: both texts are shown, and saved over when asked', async () => {
  await renderFiles(hosted(), at)
  type(await opened(), 'a: mine\nb: 2\n')
  node.put('/config/a.yml', 'a: theirs\r\nb: 2\r\n')
  await save()
  const dialog = await screen.findByRole('dialog', { name: '文件在别处改过' })
  expect((await within(dialog).findByRole('table')).textContent).toMatch(/theirs.*mine/)
  expect(node.text('/config/a.yml')).toContain('theirs')
  await userEvent.click(within(dialog).getByRole('button', { name: '覆盖保存' }))
  await waitFor(() => expect(node.text('/config/a.yml')).toBe('a: mine\r\nb: 2\r\n'))
  expect(screen.queryByText('未保存')).toBeNull()
})

test('a third change between the comparison and the answer is shown again', async () => {
  await renderFiles(hosted(), at)
  type(await opened(), 'mine')
  node.put('/config/a.yml', 'second')
  await save()
  await screen.findByRole('dialog', { name: '文件在别处改过' })
  node.put('/config/a.yml', 'third')
  await userEvent.click(screen.getByRole('button', { name: '覆盖保存' }))
  await screen.findByText(/third/)
  expect(node.text('/config/a.yml')).toBe('third')
})

test('giving up shows what the file is now', async () => {
  await renderFiles(hosted(), at)
  const field = await opened()
  type(field, 'mine')
  node.put('/config/a.yml', 'theirs')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: '放弃我的修改' }))
  await waitFor(() => expect(field.value).toBe('theirs'))
  expect(screen.queryByText('未保存')).toBeNull()
})

test('a file that was deleted meanwhile is made again when asked', async () => {
  await renderFiles(hosted(), at)
  type(await opened(), 'mine')
  node.entries.delete('/config/a.yml')
  await save()
  await screen.findByRole('dialog', { name: '文件已不存在' })
  await userEvent.click(screen.getByRole('button', { name: '重新创建' }))
  await waitFor(() => expect(node.text('/config/a.yml')).toBe('mine'))
  await waitFor(() => expect(screen.queryByText('未保存')).toBeNull())
})

test('where the node says no ETag, the file is read again and compared before it is written', async () => {
  node.marks = false
  await renderFiles(hosted(), at)
  type(await opened(), 'mine')
  node.put('/config/a.yml', 'theirs')
  await save()
  await screen.findByRole('dialog', { name: '文件在别处改过' })
  expect(node.called('update')).toEqual([])
})

test('a save that fails is said, and the text stays', async () => {
  await renderFiles(hosted(), at)
  const field = await opened()
  type(field, 'mine')
  api.use(http.put(`${fs}/update`, () => HttpResponse.json({ error: 'quota_disk', description: 'x' }, { status: 507 })))
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('没有保存磁盘空间不足，只剩 3.00 GiB')
  expect(field.value).toBe('mine')
})

test('leaving unsaved changes asks, whether for the list or for another page', async () => {
  const { search, router } = await renderFiles(hosted(), at, true, true)
  type(await opened(), 'mine')
  await userEvent.click(screen.getByRole('button', { name: '返回文件列表' }))
  const dialog = await screen.findByRole('dialog', { name: '有未保存的修改' })
  await userEvent.click(within(dialog).getByRole('button', { name: '留在这里' }))
  expect(search()).toEqual(at)
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '返回文件列表' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '离开' }))
  await screen.findByRole('row', { name: /a\.yml/ })
  router.history.destroy()
})

test('GB18030 is shown read-only, and becomes UTF-8 after asking', async () => {
  node.put('/config/a.yml', new Uint8Array([0xc4, 0xe3, 0xba, 0xc3]))
  await renderFiles(hosted(), at)
  const field = await opened()
  expect(field.value).toBe('你好')
  expect(field.readOnly).toBe(true)
  screen.getByText('GB18030')
  await userEvent.click(screen.getByRole('button', { name: '转为 UTF-8 编辑' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: '转为 UTF-8？' })).getByRole('button', { name: '转为 UTF-8 编辑' }),
  )
  expect(field.readOnly).toBe(false)
  await save()
  await waitFor(() => expect(node.text('/config/a.yml')).toBe('你好'))
  await screen.findByText('UTF-8')
})

test('what is too large or no text is offered as a download; a folder is opened as one', async () => {
  node.put('/config/big.log', 'x'.repeat(4 * 1024 * 1024 + 1))
  const big = await renderFiles(hosted(), { path: '/config', open: '/config/big.log' })
  await screen.findByText('它有 4.00 MiB，在线编辑最多 4 MiB。')
  screen.getByRole('button', { name: '下载查看' })
  big.unmount()
  node.put('/config/lib.so', new Uint8Array([0x7f, 0x45, 0, 0]))
  const binary = await renderFiles(hosted(), { path: '/config', open: '/config/lib.so' })
  await screen.findByText('这不是文本文件')
  binary.unmount()
  const { search } = await renderFiles(hosted(), { path: '/', open: '/config' })
  await userEvent.click(await screen.findByRole('button', { name: '打开文件夹' }))
  await waitFor(() => expect(search()).toEqual({ path: '/config' }))
})

test('a picture is shown from an address of this page', async () => {
  const made = vi.fn(() => 'blob:picture')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined }))
  node.put('/server-icon.png', 'png')
  await renderFiles(hosted(), { path: '/', open: '/server-icon.png' })
  const picture = await screen.findByRole('img', { name: '图片 server-icon.png' })
  expect(picture.getAttribute('src')).toBe('blob:picture')
  expect((made.mock.calls as unknown as [[File]])[0][0].type).toBe('image/png')
})

test('without the right to write a text is only read', async () => {
  await renderFiles(hosted(), at, false)
  expect((await opened()).readOnly).toBe(true)
  expect(screen.getByRole('button', { name: '保存' }).title).toBe('你没有修改文件的权限')
})

test('a file that does not open says why, and is asked for again', async () => {
  api.use(http.get(`${fs}/download`, () => HttpResponse.json({ error: 'not_found', description: 'x' }, { status: 404 }), { once: true }))
  await renderFiles(hosted(), at)
  await screen.findByText('文件或文件夹已不存在。')
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await opened()
})
