import type { InstallAsked, LoaderRequest, PackRequest } from '@/lib/hosting/installs'
import type { Server } from '@/lib/hosting/servers'

/** What somebody wants to install. */
export type Wish =
  | { kind: 'loader'; request: LoaderRequest; older: boolean }
  | { kind: 'pack'; request: PackRequest; title: string; version: string }
  | { kind: 'archive'; file: File }

/** A wish with how it is carried out. */
export type Plan = { wish: Wish; hard: boolean; backup: boolean; licence: boolean }

/** Paper 1.21.8 (130), without what is not known. */
export function softwareName({ loader, loader_version, game_version }: Partial<LoaderRequest>): string {
  return [loader, game_version, loader_version && `(${loader_version})`].filter(Boolean).join(' ')
}

export function nameOf(wish: Wish): string {
  if (wish.kind === 'loader') return softwareName(wish.request)
  return wish.kind === 'pack' ? `${wish.title} ${wish.version}` : wish.file.name
}

/** What runs on a server now, in words; undefined where nothing does. */
export function presentName({ software, loader, loader_version, mc_version }: Server): string | undefined {
  if (software === 'none') return undefined
  return softwareName({ loader: loader ?? '', loader_version: loader_version ?? '', game_version: mc_version ?? '' }) || undefined
}

/** What was asked for as a wish that can be repeated; undefined for an archive, which only its owner has. */
export function wishOf(asked: InstallAsked, title: string): Wish | undefined {
  const { loader, game_version, loader_version = '', project_id, version_id, upload } = asked
  if (upload) return undefined
  if (project_id && version_id) return { kind: 'pack', request: { project_id, version_id }, title, version: '' }
  return loader && game_version ? { kind: 'loader', request: { loader, game_version, loader_version }, older: false } : undefined
}
