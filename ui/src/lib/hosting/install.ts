import { ApiError } from '@/lib/api/errors'
import { hostingText as t } from '@/lib/i18n/zh-Hans/hosting'
import { ask, createHosting } from './client'
import { HostingError } from './errors'
import type { NodeAuth, Send } from './request'

const UPLOAD_MS = 30 * 60_000

/** Installs a modpack from its archive. A hard installation removes everything else first. */
export async function installArchive(id: string, file: File, hard: boolean, client: Send = createHosting()): Promise<void> {
  const path = `servers/${encodeURIComponent(id)}/reinstallFromMrpack`
  const override = await ask<NodeAuth>({ method: 'GET', path }, client)
  const body = new FormData()
  body.set('file', file)
  try {
    await client({
      method: 'POST',
      path: 'reinstallMrpackMultiparted',
      query: { hard },
      body,
      contentType: 'none',
      override,
      timeoutMs: UPLOAD_MS,
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error
    throw new HostingError(error.status, t.upload(String(error.status)), {
      code: error.code,
      description: error.description,
      trace: error.trace,
    })
  }
}
