import { get } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { Answer } from '@/lib/api/operations'
import { hostingText as t } from '@/lib/i18n/zh-Hans/hosting'
import { ask, change } from './client'
import { HostingError } from './errors'
import { withScheme, type NodeAuth, type Send } from './request'
import { sendWatched, type Watch } from './xhr'

const UPLOAD_MS = 30 * 60_000

type Install = NonNullable<Answer<'GET', '/hosting/modyard/v0/servers/{id}'>['install']>

/** What was asked for: software, a version of a modpack, or an archive that somebody uploaded. */
export type InstallAsked = NonNullable<Install['asked']>
/** The node's work on an installation. Files and bytes are those of the phase; a total of 0 is not known. */
export type InstallProgress = NonNullable<Install['progress']>
/** The phases of an installation in their order; `swap` cannot be cancelled any more. */
export type InstallPhase = InstallProgress['phase']
export type InstallFailure = NonNullable<Install['failure']>

type Software = Answer<'GET', '/_internal/hosting/loaders'>
/** A version of the game or of a loader; snapshots are not stable. */
export type SoftwareVersion = NonNullable<Software['games']>[number]

export type LoaderRequest = { loader: string; loader_version: string; game_version: string }
export type PackRequest = { project_id: string; version_id: string }

const at = (id: string, part: string) => `servers/${encodeURIComponent(id)}/${part}`

/** The way in which the hosting API writes a loader. */
const written = (loader: string) => (loader.toLowerCase() === 'neoforge' ? 'NeoForge' : loader)

const lists = (query: { loader?: string; game?: string }, signal?: AbortSignal) => get('/_internal/hosting/loaders', { query, signal })

/** Uploads the archive of a modpack, which the node then installs. A hard installation removes everything else first. */
async function upload(id: string, file: File, hard: boolean, watch: Watch = {}, client?: Send): Promise<void> {
  watch.signal?.throwIfAborted()
  const { url, token } = await ask<NodeAuth>({ method: 'GET', path: at(id, 'reinstallFromMrpack'), signal: watch.signal }, client)
  const body = new FormData()
  body.set('file', file)
  try {
    await sendWatched(
      {
        method: 'POST',
        url: `${withScheme(url)}/reinstallMrpackMultiparted?hard=${hard}`,
        headers: { Authorization: `Bearer ${token}` },
        body,
        timeoutMs: UPLOAD_MS,
      },
      watch,
    )
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error
    const { code, description, trace } = error
    throw new HostingError(error.status, t.upload(String(error.status)), { code, description, trace })
  }
}

/** The calls about what is installed on a server. */
export const installs = {
  /** With the key a repeated command makes one installation. */
  reinstall: (id: string, request: LoaderRequest | PackRequest, hard: boolean, key: string) =>
    change({
      method: 'POST',
      path: at(id, 'reinstall'),
      query: { hard },
      body: 'loader' in request ? { ...request, loader: written(request.loader) } : request,
      headers: { 'Idempotency-Key': key },
    }),
  cancel: (id: string) => change({ method: 'POST', path: at(id, 'reinstall/cancel') }),
  acceptLicence: (id: string) => change({ method: 'POST', path: at(id, 'licence') }),
  upload,
  /** The loaders in the order in which they are offered. */
  loaders: async (signal?: AbortSignal) => (await lists({}, signal)).loaders ?? [],
  /** The versions of the game for which there is a loader, the newest first. */
  games: async (loader: string, signal?: AbortSignal) => (await lists({ loader }, signal)).games ?? [],
  /** The versions of a loader, the newest first; none where it has no versions of its own. */
  versions: async (loader: string, game: string, signal?: AbortSignal) => (await lists({ loader, game }, signal)).versions ?? [],
}
