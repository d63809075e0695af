import { ApiError } from '@/lib/api/errors'
import { files } from '@/lib/hosting/files'
import type { FileType } from '@/lib/hosting/file-types'
import type { NodeSession } from '@/lib/hosting/node-session'
import { uploadFile } from '@/lib/hosting/upload-file'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { serverFileBytes } from '@/lib/limits.gen'
import type { Sending } from '@/lib/uploads/use-upload-queue'
import type { Questions } from './conflicts'
import type { Given } from './dropped'
import { faultOf } from './faults'
import { foldersTo, freeName, joined, nameOf, parentOf, pathFault, renamed } from './paths'

/** The most that one listing gives. */
const LISTED = 1_000

const t = serverFilesText.uploads

export type Target = { file: File; path: string }
export type Refused = { path: string; why: string }
export type Uploaded = 'stored' | 'skipped'

/** Where files go below a folder, and those that the node would refuse. */
export function planned(folder: string, { files: given }: Pick<Given, 'files'>): { targets: Target[]; refused: Refused[] } {
  const targets: Target[] = []
  const refused: Refused[] = []
  for (const { file, path } of given) {
    const target = joined(folder, path)
    const why = pathFault(target) ?? (file.size > serverFileBytes ? t.tooLarge : undefined)
    if (why === undefined) targets.push({ file, path: target })
    else refused.push({ path, why })
  }
  return { targets, refused }
}

/** Sends files one by one, each to its place. What one upload learns of folders serves the next ones. */
export class Uploader {
  private readonly known = new Map<string, Promise<Map<string, FileType>>>()
  private readonly made = new Map<string, Promise<unknown>>()
  private readonly node: NodeSession
  private readonly questions: Questions

  constructor(node: NodeSession, questions: Questions) {
    this.node = node
    this.questions = questions
  }

  /** Forgets what was learnt, for files that come later. */
  forget(): void {
    this.known.clear()
    this.made.clear()
    this.questions.forget()
  }

  /** Makes a folder and those above it. One that exists is no failure; another failure shows where a file is sent. */
  async folder(path: string): Promise<void> {
    for (const one of [...foldersTo(path), path]) {
      if (one === '/') continue
      let making = this.made.get(one)
      if (!making) this.made.set(one, (making = files.createFolder(this.node, one).catch(() => undefined)))
      await making
    }
  }

  /** Sends a file. Where something has its place already, somebody is asked before a byte is sent. */
  async send({ file, path }: Target, sending: Sending): Promise<Uploaded> {
    try {
      return await this.place(file, path, sending)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      throw new ApiError(error.status, error.code, faultOf(error), error.trace, error.field)
    }
  }

  private async place(file: File, path: string, sending: Sending): Promise<Uploaded> {
    const folder = parentOf(path)
    const taken = await this.taken(folder)
    if (taken.has(nameOf(path))) return this.resolve(file, path, taken, sending)
    if (taken.size === 0) await this.folder(folder)
    taken.set(nameOf(path), 'file')
    try {
      await this.put(file, path, false, sending)
    } catch (error) {
      // It came there meanwhile.
      if (ApiError.is(error, 400) && error.code === 'already_exists') return this.resolve(file, path, taken, sending)
      taken.delete(nameOf(path))
      throw error
    }
    return 'stored'
  }

  private async resolve(file: File, path: string, taken: Map<string, FileType>, sending: Sending): Promise<Uploaded> {
    const choice = await this.questions.ask({ path, replaceable: taken.get(nameOf(path)) !== 'directory' }, sending.signal)
    if (choice === 'skip') return 'skipped'
    if (choice === 'replace') {
      await this.put(file, path, true, sending)
      return 'stored'
    }
    const other = renamed(
      path,
      freeName(nameOf(path), (name) => taken.has(name)),
    )
    taken.set(nameOf(other), 'file')
    await this.put(file, other, false, sending)
    return 'stored'
  }

  private put(body: File, path: string, replace: boolean, { onProgress, signal }: Sending): Promise<void> {
    return uploadFile(this.node, { path, body, replace }, { onProgress, signal })
  }

  private taken(folder: string): Promise<Map<string, FileType>> {
    const known = this.known.get(folder) ?? this.read(folder)
    this.known.set(folder, known)
    known.catch(() => this.known.delete(folder))
    return known
  }

  private async read(folder: string): Promise<Map<string, FileType>> {
    const found = new Map<string, FileType>()
    try {
      for (let page = 1, total = 1; page <= total; page += 1) {
        const list = await files.list(this.node, { path: folder, page, page_size: LISTED })
        for (const { name, type } of list.items) found.set(name, type)
        total = list.total
      }
    } catch (error) {
      // A folder that is not there yet holds nothing.
      if (!ApiError.is(error, 404)) throw error
    }
    return found
  }
}
