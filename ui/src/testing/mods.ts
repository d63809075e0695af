import type { Mod, Version } from '@/lib/hosting/content'
import { ago } from './time'
import { versionsOf } from './versions'

/** A file of content that is installed; parts are replaced by those given. */
export function mod(over: Partial<Mod> & Pick<Mod, 'name'>): Mod {
  const file = `${over.project_id ?? 'file'}.jar`
  return {
    filename: file,
    project_id: null,
    version_id: null,
    version_number: '1.0.0',
    icon_url: null,
    disabled: false,
    owner: null,
    installing: false,
    filesize: 2048,
    kind: 'mod',
    status: 'installed',
    has_update: false,
    path: `/mods/${file}`,
    pinned: false,
    unmanaged: false,
    changed: false,
    missing: false,
    ...over,
  }
}

/** A version of a project, as the list of a project's versions has it. */
export function listedVersion(id: string, over: Partial<Version> = {}): Version {
  const [of] = versionsOf(0)
  if (!of) throw new Error('no fixture version')
  return {
    ...of,
    schedule: null,
    id,
    version_number: id,
    date_published: ago(24),
    version_type: 'release',
    game_versions: ['1.21.1'],
    loaders: ['neoforge'],
    ...over,
  }
}
