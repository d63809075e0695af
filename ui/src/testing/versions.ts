import type { ListedVersion, Places, VersionPage } from '@/lib/api/types'
import { art, idOf, seeds, words } from './seed'
import { ago } from './time'

const changes = ['<ul><li>修复长传动链在区块边界掉速的问题</li><li>新增可逆离合器</li></ul>', '<p>适配新版本，修正高山处的接缝。</p>', '']

/** The versions of a fixture project, newest first. */
export function versionsOf(index: number): VersionPage[] {
  const seed = seeds[index]
  if (!seed) return []
  const project = idOf(index)
  const games = words(seed[10]).reverse()
  const numberAt = (at: number) => `${6 - at}.0.${at}${at === 1 ? '-beta.2' : ''}`
  const idAt = (at: number) => `Ver${String(index).padStart(4, '0')}${at}`
  const named = (at: number) => (games[at] === undefined ? null : { id: idAt(at), version_number: numberAt(at) })
  return games.map((game, at) => {
    const number = numberAt(at)
    const kind = at === 1 ? 'beta' : at === 4 ? 'alpha' : 'release'
    return {
      id: idAt(at),
      project_id: project,
      author_id: 'Usr00001',
      featured: at === 0,
      name: `${seed[1].slice(0, 12)} ${number}`,
      version_number: number,
      changelog: changes[at % 3] ? '有更新' : '',
      changelog_html: changes[at % 3] ?? '',
      date_published: ago(seed[13] + at * 24 * 20),
      date_estimated: false,
      downloads: Math.round(seed[11] / (at + 3)),
      version_type: kind,
      status: 'listed',
      requested_status: null,
      changelog_url: null,
      environment: 'client_and_server',
      version_links: [],
      translated_by: [],
      disk_only: false,
      disk_urls: [],
      files: [
        {
          hashes: {
            sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
            sha512:
              'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
          },
          url: `/data/${project}/${seed[0]}-${number}.jar`,
          filename: `${seed[0]}-${number}+${game}.jar`,
          primary: true,
          size: 4_718_592,
          file_type: null,
        },
      ],
      dependencies:
        index === 1
          ? []
          : [
              { version_id: null, project_id: idOf(1), file_name: null, dependency_type: 'required' },
              { version_id: null, project_id: idOf(5), file_name: null, dependency_type: 'optional' },
            ],
      game_versions: at === 0 && games[1] ? [game, games[1]] : [game],
      loaders: words(seed[8]).slice(0, at === 0 ? 3 : 2),
      author: { id: 'Usr00001', username: '半枚齿轮', avatar_url: art('icons', 'fox') },
      address: number,
      older: named(at + 1),
      newer: named(at - 1),
    }
  })
}

/** A version as lists show it. */
export function listed(version: VersionPage): ListedVersion {
  const {
    files,
    disk_urls,
    dependencies,
    id,
    name,
    version_number,
    version_type,
    date_published,
    date_estimated,
    downloads,
    game_versions,
    loaders,
    address,
  } = version
  const [file] = files
  return {
    ...{ id, name, version_number, version_type, date_published, date_estimated, downloads, game_versions, loaders, address },
    file: file ? { url: file.url, filename: file.filename, size: file.size } : null,
    disk_urls,
    requires: dependencies.filter((one) => one.dependency_type === 'required').length,
  }
}

/** The months of versions, oldest first. */
function releasesOf(versions: readonly VersionPage[]): Places['releases'] {
  const months = new Map<string, Places['releases'][number]>()
  for (const { date_published, version_number, version_type } of versions) {
    const month = date_published.slice(0, 7)
    const counted = months.get(month) ?? { month, release: 0, beta: 0, alpha: 0, newest: version_number }
    months.set(month, { ...counted, [version_type]: counted[version_type] + 1 })
  }
  return [...months.values()].sort((a, b) => (a.month < b.month ? -1 : 1))
}

/** What the versions of a fixture project run on. */
export function placesOf(index: number): Places {
  const versions = versionsOf(index)
  const each = (names: (version: VersionPage) => readonly string[]) => [...new Set(versions.flatMap(names))]
  const games = each((one) => one.game_versions)
  const loaders = each((one) => one.loaders)
  const meets = (loader: string) =>
    games.flatMap((game, at) => (versions.some((one) => one.loaders.includes(loader) && one.game_versions.includes(game)) ? [at] : []))
  return {
    loaders,
    game_versions: games,
    version_types: each((one) => [one.version_type]),
    pairs: Object.fromEntries(loaders.map((loader) => [loader, meets(loader)])),
    releases: releasesOf(versions),
  }
}
