import { Blob as NodeBlob } from 'node:buffer'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileSession, serverIcon } from '@/lib/hosting/files'
import { FileNode } from '@/testing/file-node'
import { server as api } from '@/testing/server'
import { drawServerIcon, putServerIcon, readServerIcon, removeServerIcon, type ServerIcon } from './model/icon'

const id = 'Srv00001'
let node: FileNode

beforeEach(() => {
  document.cookie = 'modyard_csrf=x; path=/'
  vi.stubGlobal('Blob', NodeBlob)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  node = new FileNode().put('/')
  api.use(...node.handlers(id))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const icon = (game: string, original: string): ServerIcon => ({ game: new Blob([game]), original: new Blob([original]) })

test('the first picture of a server is created in both sizes, and the next one replaces them', async () => {
  const session = fileSession(id)
  await putServerIcon(session, icon('small', 'large'))
  expect([node.text('/server-icon.png'), node.text('/server-icon-original.png')]).toEqual(['small', 'large'])
  await putServerIcon(session, icon('small 2', 'large 2'))
  expect([node.text('/server-icon.png'), node.text('/server-icon-original.png')]).toEqual(['small 2', 'large 2'])
})

test('where the smaller picture cannot be written, the site keeps the picture that it shows', async () => {
  node.put('/server-icon-original.png', 'before')
  api.use(
    http.post('http://node.example/fs/create', () => HttpResponse.json({ error: 'quota_disk', description: '磁盘已满' }, { status: 507 })),
  )
  await expect(putServerIcon(fileSession(id), icon('small', 'large'))).rejects.toThrow()
  expect(node.text('/server-icon-original.png')).toBe('before')
})

test('a removed picture is gone in both sizes, also where one of them was not there', async () => {
  const session = fileSession(id)
  node.put('/server-icon-original.png', 'large')
  await removeServerIcon(session)
  expect(await serverIcon(session)).toBeUndefined()
  expect(node.text('/server-icon.png')).toBeUndefined()
})

test('a server without a picture is asked for none, and one with many files has its own', async () => {
  const session = fileSession(id)
  const asked: string[] = []
  api.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname))
  expect(await readServerIcon(session)).toBeNull()
  expect(asked.filter((path) => path.endsWith('/download'))).toEqual([])
  for (let n = 0; n < 120; n += 1) node.put(`/a-${n}.txt`, '')
  node.put('/server-icon-original.png', 'large')
  expect(await (await readServerIcon(session))?.text()).toBe('large')
  api.events.removeAllListeners()
})

test('both sizes are drawn from the chosen square of the picture itself', async () => {
  const drawn: unknown[][] = []
  const sides: number[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => ({ drawImage: (...args: unknown[]) => drawn.push(args) }) as unknown as null,
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type) {
    sides.push(this.width, this.height)
    done(new Blob([`${this.width}`], { type: type ?? '' }))
  })
  const image = document.createElement('canvas')
  const made = await drawServerIcon(image, { x: 30, y: 10, width: 200 })
  expect(drawn).toEqual([
    [image, 30, 10, 200, 200, 0, 0, 64, 64],
    [image, 30, 10, 200, 200, 0, 0, 512, 512],
  ])
  expect(sides).toEqual([64, 64, 512, 512])
  expect([await made.game.text(), made.game.type, await made.original.text()]).toEqual(['64', 'image/png', '512'])
})
