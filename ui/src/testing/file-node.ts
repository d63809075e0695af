import { http, HttpResponse, type HttpHandler } from 'msw'
import type { FileItem, FileOperation, FileType, Trashed, Unarchived } from '@/lib/hosting/file-types'

const root = 'http://node.example/fs'
const NOW = 1_764_000_000

type Entry = { type: FileType; bytes: Uint8Array<ArrayBuffer>; mark: number; target?: string }
type Call = { call: string; path: string; mark: string | null; auth: string | null }

const refuse = (status: number, error: string, field?: string) =>
  HttpResponse.json({ error, description: `节点说：${error}`, ...(field ? { field } : {}) }, { status })
const parent = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/'

/** A node that keeps the files of one server in memory, as `contract/node/files.go` describes it. */
export class FileNode {
  readonly entries = new Map<string, Entry>()
  readonly calls: Call[] = []
  trash: (Trashed & { entry: Entry })[] = []
  operations: FileOperation[] = []
  dry: Unarchived = { modpack_name: null, conflicting_files: [], entries: 3, bytes: 2048 }
  used = 1024 ** 3
  room = 4 * 1024 ** 3
  /** How many credentials were given out; a token is its number. */
  tokens = 0
  /** Tokens below this number are refused. */
  valid = 0
  /** Whether answers say the ETag. */
  marks = true
  private marked = 0

  /** Puts a text file, and the folders above it; a path that ends with a slash is a folder. */
  put(path: string, content: string | Uint8Array<ArrayBuffer> = '', type: FileType = 'file'): this {
    if (path.endsWith('/')) return this.put(path.slice(0, -1), '', 'directory')
    for (let up = parent(path); up !== '/'; up = parent(up)) if (!this.entries.has(up)) this.entries.set(up, this.made('directory', ''))
    this.entries.set(path, this.made(type, content))
    return this
  }

  text = (path: string): string | undefined => {
    const entry = this.entries.get(path)
    return entry && new TextDecoder().decode(entry.bytes)
  }

  /** The calls of a kind, as `call path`. */
  called = (...kinds: string[]): string[] =>
    this.calls.filter(({ call }) => kinds.includes(call)).map(({ call, path }) => `${call} ${path}`)

  handlers(id: string): HttpHandler[] {
    const at = (
      method: 'get' | 'post' | 'put' | 'delete',
      path: string,
      answer: (query: URLSearchParams, request: Request) => Promise<Response> | Response,
    ) =>
      http[method](`${root}/${path}`, async ({ request }) => {
        const query = new URL(request.url).searchParams
        const auth = request.headers.get('Authorization')
        const copy = request.clone()
        const body = path === 'move' || path === 'copy' ? ((await copy.json()) as { source: string; destination: string }) : undefined
        this.calls.push({
          call: path,
          path: body ? `${body.source} → ${body.destination}` : (query.get('path') ?? query.get('src') ?? query.get('id') ?? ''),
          mark: request.headers.get('If-Match'),
          auth,
        })
        if (Number(auth?.replace('Bearer ', '')) < this.valid) return refuse(401, 'unauthorized')
        return answer(query, request)
      })
    const path = (query: URLSearchParams) => query.get('path') ?? ''
    return [
      http.get(`/hosting/modyard/v0/servers/${id}/fs`, () => HttpResponse.json({ url: root, token: String(++this.tokens) })),
      at('get', 'list', (query) => this.list(path(query), Number(query.get('page')), Number(query.get('page_size')))),
      at('post', 'create', async (query, request) => {
        if (this.entries.has(path(query))) return refuse(400, 'already_exists', 'path')
        if (!this.folder(parent(path(query)))) return refuse(404, 'not_found')
        const type = query.get('type') === 'directory' ? 'directory' : 'file'
        this.entries.set(path(query), this.made(type, new Uint8Array(await request.arrayBuffer())))
        return new HttpResponse(null, { status: 204 })
      }),
      at('post', 'move', async (_query, request) => this.move((await request.json()) as never, false)),
      at('post', 'copy', async (_query, request) => this.move((await request.json()) as never, true)),
      at('put', 'update', async (query, request) => {
        const entry = this.entries.get(path(query))
        if (!entry) return refuse(404, 'not_found')
        const wanted = request.headers.get('If-Match')
        if (wanted !== null && wanted !== `"${entry.mark}"`) return refuse(412, 'changed')
        const next = this.made('file', new Uint8Array(await request.arrayBuffer()))
        this.entries.set(path(query), next)
        return new HttpResponse(null, { status: 204, headers: this.marks ? { ETag: `"${next.mark}"` } : {} })
      }),
      at('delete', 'delete', (query) => this.remove(path(query))),
      at('get', 'download', (query) => {
        const entry = this.entries.get(path(query))
        if (!entry) return refuse(404, 'not_found')
        if (entry.type === 'directory') return refuse(400, 'wrong_type')
        const headers: Record<string, string> = this.marks ? { ETag: `"${entry.mark}"` } : {}
        return new HttpResponse(entry.bytes, { headers: { ...headers, 'Content-Length': String(entry.bytes.length) } })
      }),
      at('get', 'archive', (query) => {
        if (!this.folder(path(query))) return refuse(400, 'wrong_type')
        const inside = [...this.entries].filter(([one, { type }]) => type !== 'directory' && one.startsWith(`${path(query)}/`))
        return new HttpResponse(inside.map(([one]) => one).join('\n'))
      }),
      at('get', 'search', (query) => {
        const name = query.get('name')?.toLowerCase() ?? ''
        const below = path(query) === '/' ? '/' : `${path(query)}/`
        const items = [...this.entries]
          .map(
            ([one, { type, bytes }]): FileItem => ({
              name: one.slice(one.lastIndexOf('/') + 1),
              type,
              path: one,
              modified: NOW,
              created: NOW,
              ...(type === 'directory' ? {} : { size: bytes.length }),
            }),
          )
          .filter((item) => item.path.startsWith(below) && item.name.toLowerCase().includes(name))
          .sort((a, b) => a.path.localeCompare(b.path))
        return HttpResponse.json({ items, more: false })
      }),
      at('get', 'trash', () => HttpResponse.json({ items: this.trash.map((one) => ({ ...one, entry: undefined })) })),
      at('post', 'trash/restore', (query) => {
        const one = this.trash.find(({ id: known }) => known === query.get('id'))
        if (!one) return refuse(404, 'not_found')
        if (this.entries.has(one.path)) return refuse(400, 'already_exists')
        this.entries.set(one.path, one.entry)
        this.trash = this.trash.filter((other) => other !== one)
        return new HttpResponse(null, { status: 204 })
      }),
      at('delete', 'trash', (query) => {
        const only = query.get('id')
        this.trash = only === null ? [] : this.trash.filter((one) => one.id !== only)
        return new HttpResponse(null, { status: 204 })
      }),
      at('post', 'unarchive', (query) => {
        if (query.get('dry') === 'true') return HttpResponse.json(this.dry)
        const made: FileOperation = {
          id: `op${this.operations.length + 1}`,
          op: 'unarchive',
          src: query.get('src') ?? '',
          trg: query.get('trg') ?? '',
          state: 'ongoing',
          progress: 0.25,
          bytes_processed: 512,
          files_processed: 1,
          current_file: 'a.txt',
          started: new Date(NOW * 1000).toISOString(),
        }
        this.operations = [made, ...this.operations]
        return HttpResponse.json(made)
      }),
      at('get', 'ops', () => HttpResponse.json({ all: this.operations })),
      at('post', 'ops/cancel', (query) => {
        this.operations = this.operations.map((one) => (one.id === query.get('id') ? { ...one, state: 'cancelled' } : one))
        return new HttpResponse(null, { status: 204 })
      }),
      at('post', 'ops/dismiss', (query) => {
        this.operations = this.operations.filter((one) => one.id !== query.get('id'))
        return new HttpResponse(null, { status: 204 })
      }),
    ]
  }

  private made(type: FileType, content: string | Uint8Array<ArrayBuffer>): Entry {
    return { type, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content, mark: ++this.marked }
  }

  private folder = (path: string) => path === '/' || this.entries.get(path)?.type === 'directory'

  private list(path: string, page: number, size: number): Response {
    if (!this.folder(path)) return refuse(404, 'not_found')
    const inside = [...this.entries].filter(([one]) => one !== '/' && parent(one) === path)
    const items = inside
      .map(([one, { type, bytes }]): FileItem => {
        const count = [...this.entries.keys()].filter((other) => parent(other) === one).length
        const rest = type === 'directory' ? { count } : { size: bytes.length }
        return { name: one.slice(one.lastIndexOf('/') + 1), type, path: one, modified: NOW - bytes.length, created: NOW, ...rest }
      })
      .sort((a, b) => Number(b.type === 'directory') - Number(a.type === 'directory') || a.name.localeCompare(b.name))
    const total = Math.max(1, Math.ceil(items.length / size))
    return HttpResponse.json({
      items: items.slice((page - 1) * size, page * size),
      total,
      current: page,
      count: items.length,
      used: this.used,
      room: this.room,
    })
  }

  private move({ source, destination }: { source: string; destination: string }, copy: boolean): Response {
    const entry = this.entries.get(source)
    if (!entry) return refuse(404, 'not_found')
    if (this.entries.has(destination)) return refuse(400, 'already_exists', 'destination')
    for (const [path, one] of [...this.entries]) {
      if (path !== source && !path.startsWith(`${source}/`)) continue
      this.entries.set(destination + path.slice(source.length), one)
      if (!copy) this.entries.delete(path)
    }
    return new HttpResponse(null, { status: 204 })
  }

  private remove(path: string): Response {
    const entry = this.entries.get(path)
    if (!entry) return refuse(404, 'not_found')
    for (const one of [...this.entries.keys()]) if (one === path || one.startsWith(`${path}/`)) this.entries.delete(one)
    const deleted = new Date(NOW * 1000 + this.calls.length).toISOString()
    const until = new Date(Date.now() + 23.5 * 3_600_000).toISOString()
    this.trash = [{ id: `t${this.calls.length}`, path, type: entry.type, size: entry.bytes.length, deleted, until, entry }, ...this.trash]
    return new HttpResponse(null, { status: 204 })
  }
}
