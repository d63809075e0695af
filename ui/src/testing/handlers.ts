import { HttpResponse, type HttpHandler } from 'msw'
import type { VersionPage } from '@/lib/api/types'
import { answer } from './answer'
import { activity, statistics } from './activity'
import { dependenciesOf, needsOf } from './dependencies'
import { hits } from './hits'
import { organization } from './organization'
import { unseen, user } from './people'
import { projects } from './projects'
import { categories, gameVersions, loaders } from './tags'
import { listed, placesOf, versionsOf } from './versions'

function notFound() {
  return HttpResponse.json({ error: 'not_found', description: '资源不存在' }, { status: 404 })
}

function matches(hit: (typeof hits)[number], facet: string): boolean {
  const found = /^([a-z_]+)(!=|:|=)(.+)$/.exec(facet)
  if (!found) return false
  const [, key, operator, value = ''] = found
  const values: Record<string, string[]> = {
    project_types: hit.all_project_types,
    categories: hit.categories,
    versions: hit.versions,
    client_side: [hit.client_side],
    server_side: [hit.server_side],
    open_source: [String(!hit.license.startsWith('LicenseRef-'))],
  }
  const holds = (values[key ?? ''] ?? []).includes(value)
  return operator === '!=' ? !holds : holds
}

const orders: Record<string, (a: (typeof hits)[number], b: (typeof hits)[number]) => number> = {
  downloads: (a, b) => b.downloads - a.downloads,
  follows: (a, b) => b.follows - a.follows,
  newest: (a, b) => b.date_created.localeCompare(a.date_created),
  updated: (a, b) => b.date_modified.localeCompare(a.date_modified),
}

function search(params: URLSearchParams) {
  const groups = JSON.parse(params.get('facets') ?? '[]') as string[][]
  const query = (params.get('query') ?? '').toLowerCase()
  const found = hits
    .filter((hit) => groups.every((group) => group.some((facet) => matches(hit, facet))))
    .filter((hit) => `${hit.title} ${hit.title_zh ?? ''} ${hit.slug} ${hit.description}`.toLowerCase().includes(query))
  const order = orders[params.get('index') ?? '']
  return order ? [...found].sort(order) : found
}

function indexOf(id: unknown): number {
  return projects.findIndex((project) => project.id === id || project.slug === id)
}

/** What a request asks for of a list of versions. */
function partOf(versions: readonly VersionPage[], request: Request) {
  const { searchParams } = new URL(request.url)
  const chosen = (name: string) => (JSON.parse(searchParams.get(name) ?? 'null') ?? undefined) as string[] | undefined
  const [games, loaders, channels] = ['game_versions', 'loaders', 'version_types'].map(chosen)
  const number = searchParams.get('version_number')
  const found = versions.filter(
    (one) =>
      (!games || one.game_versions.some((name) => games.includes(name))) &&
      (!loaders || one.loaders.some((name) => loaders.includes(name))) &&
      (!channels || channels.includes(one.version_type)) &&
      (!number || one.version_number === number),
  )
  const offset = Number(searchParams.get('offset') ?? 0)
  return { part: found.slice(offset, offset + Number(searchParams.get('limit') ?? 20)), total: found.length }
}

/** The reading half of the API over the fixtures; nobody is signed in unless a test says so. */
export const handlers: HttpHandler[] = [
  answer('GET', '/_internal/moderation/effects', () => ({ paused: false, since: null, restored: false, reason: null })),
  answer('GET', '/_internal/moderation/letters', () => ({ letters: [], total: 0 })),
  answer('GET', '/v2/search', ({ request }) => {
    const params = new URL(request.url).searchParams
    const found = search(params)
    const offset = Number(params.get('offset') ?? 0)
    const limit = Number(params.get('limit') ?? 10)
    return { hits: found.slice(offset, offset + limit), offset, limit, total_hits: found.length }
  }),
  answer('GET', '/_internal/trending', ({ request }) => {
    const params = new URL(request.url).searchParams
    const type = params.get('type')
    const facets = JSON.stringify(type ? [[`project_types:${type}`]] : [])
    const hits = search(new URLSearchParams({ index: 'downloads', facets })).slice(0, Number(params.get('limit') ?? 10))
    return { by: 'total' as const, hits: hits.map((hit) => ({ ...hit, trend: null })) }
  }),
  answer('GET', '/_internal/search/updated', ({ request }) =>
    search(new URLSearchParams({ index: 'updated' }))
      .slice(0, Number(new URL(request.url).searchParams.get('limit') ?? 8))
      .map((hit) => ({ ...hit, newest: null })),
  ),
  answer('GET', '/_internal/search/counts', ({ request }) => {
    const counts: Record<string, number> = {}
    const params = new URL(request.url).searchParams
    const facets = JSON.parse(params.get('facets') ?? '[]') as string[][]
    for (const [name, groups] of Object.entries(JSON.parse(params.get('choices') ?? '{}') as Record<string, string[][]>)) {
      const others = facets.filter((group) => !group.some((facet) => /^(client|server)_side:/.test(facet)))
      counts[`choice:${name}`] = search(
        new URLSearchParams({ query: params.get('query') ?? '', facets: JSON.stringify([...others, ...groups]) }),
      ).length
    }
    for (const hit of search(params)) {
      const facets = [
        ...hit.categories.map((name) => `categories:${name}`),
        ...hit.versions.map((name) => `versions:${name}`),
        `project_type:${hit.project_type}`,
        `client_side:${hit.client_side}`,
        `server_side:${hit.server_side}`,
        `open_source:${!hit.license.startsWith('LicenseRef-')}`,
      ]
      for (const facet of facets) counts[facet] = (counts[facet] ?? 0) + 1
    }
    return counts
  }),
  answer('GET', '/v2/tag/category', () => categories),
  answer('GET', '/v2/tag/loader', () => loaders),
  answer('GET', '/v2/tag/game_version', () => gameVersions),
  answer('GET', '/v2/tag/donation_platform', () => [
    { short: 'site', name: '发布地址' },
    { short: 'afdian', name: '爱发电' },
    { short: 'modrinth', name: 'Modrinth' },
    { short: 'other', name: '其他' },
  ]),
  answer('GET', '/v2/tag/license/{id}', ({ params }) =>
    params.id === 'MIT' ? { title: 'MIT License', body: 'Permission is hereby granted, free of charge…' } : notFound(),
  ),
  answer('GET', '/_internal/curated', ({ request }) =>
    new URL(request.url).searchParams.get('place') === 'home'
      ? hits.slice(0, 3).map((hit) => ({
          image: hit.featured_gallery ?? '',
          title: hit.title_zh ?? '',
          description: hit.description,
          slug: `${hit.url_type}/${hit.slug}`,
          icon: hit.icon_url,
          project: hit.project_id,
          color: hit.color,
        }))
      : [],
  ),
  answer('GET', '/_internal/offer', () => ({ offer: null })),
  answer('GET', '/_internal/activity', () => activity),
  answer('GET', '/_internal/frog', () => ({ count: 7 })),
  answer('POST', '/_internal/frog', () => undefined),
  answer('GET', '/_internal/search/popular', () => ({ terms: [] })),
  answer('POST', '/_internal/search/seen', () => undefined),
  answer('GET', '/v2/statistics', () => statistics),
  answer('GET', '/_internal/status/sync', () => ({ now: new Date().toISOString(), synced: new Date().toISOString() })),
  answer('GET', '/_internal/project/{id}', ({ params }) => {
    const project = projects[indexOf(params.id)]
    return project ?? notFound()
  }),
  answer('GET', '/_internal/version-file', () => []),
  answer('GET', '/_internal/project/{id}/versions', ({ params, request }) => {
    const { part, total } = partOf(versionsOf(indexOf(params.id)), request)
    return { versions: part.map(listed), total }
  }),
  answer('GET', '/_internal/project/{id}/changelog', ({ params, request }) => {
    const { part, total } = partOf(versionsOf(indexOf(params.id)), request)
    return { changes: part.map((one) => ({ ...one, file: listed(one).file, repeats: false })), total }
  }),
  answer('GET', '/_internal/project/{id}/version/{version}', ({ params }) => {
    const key = String(params.version)
    const versions = versionsOf(indexOf(params.id))
    return versions.find((one) => one.id === key) ?? versions.find((one) => one.version_number === key) ?? notFound()
  }),
  answer('GET', '/_internal/project/{id}/places', ({ params }) => placesOf(indexOf(params.id))),
  answer('GET', '/_internal/project/{id}/fitting', ({ params, request }) => {
    const { searchParams } = new URL(request.url)
    const fits = (list: string[], name: string) => !searchParams.get(name) || list.includes(searchParams.get(name) ?? '')
    const found = versionsOf(indexOf(params.id)).filter(
      (one) => fits(one.game_versions, 'game_version') && fits(one.loaders, 'loader') && one.version_type === 'release',
    )
    return found.slice(0, 1).map(listed)
  }),
  answer('GET', '/_internal/project/{id}/dependencies', ({ params }) => {
    const at = indexOf(params.id)
    return at < 0 ? notFound() : dependenciesOf(at)
  }),
  answer('GET', '/_internal/version/{id}/needs', ({ params }) => needsOf(String(params.id))),
  answer('GET', '/v2/user', () => HttpResponse.json({ error: 'unauthorized', description: '请先登录' }, { status: 401 })),
  answer('GET', '/_internal/auth/providers', () => ({ providers: [] })),
  answer('GET', '/_internal/auth/links', () => ({ links: [], providers: [], most: 8, only_way_in: false })),
  answer('GET', '/_internal/auth/passkeys', () => ({
    host: 'localhost',
    url: 'http://localhost:3000',
    required: false,
    most: 10,
    passkeys: [],
  })),
  answer('GET', '/_internal/challenge', () => HttpResponse.json({ error: 'not_found', description: '请求的内容不存在' }, { status: 404 })),
  answer('GET', '/_internal/notifications', () => ({
    notifications: [],
    counts: { total: 0, unread: 0, types: [] },
    next: null,
    position: 1,
    change: 0,
  })),
  answer('GET', '/_internal/server-invitations', () => ({ invitations: [] })),
  answer('GET', '/_internal/preferences', () => ({})),
  answer('PATCH', '/_internal/preferences', async ({ request }) => (await request.json()) as object),
  answer('GET', '/v2/user/{id}', ({ params }) =>
    params.id === user.id || params.id === user.username ? { ...user, ...unseen } : notFound(),
  ),
  answer('GET', '/v2/user/{id}/projects', () =>
    projects.slice(0, 6).map((project) => ({ ...project, versions: project.versions.map(({ id }) => id), organization: null })),
  ),
  answer('GET', '/_internal/user/{id}/titles', () => ({})),
  answer('GET', '/_internal/user/{id}/page', ({ params }) =>
    params.id === user.id || params.id === user.username
      ? {
          ...user,
          email: undefined,
          counts: { projects: 6, downloads: 600, followers: 60, types: { mod: 6 } },
          organizations: [organization],
        }
      : notFound(),
  ),
  answer('GET', '/_internal/user/{id}/projects', ({ request }) => {
    const text = new URL(request.url).searchParams.get('query') ?? ''
    const found = hits.slice(0, 6).filter((hit) => hit.title_zh?.includes(text))
    return {
      hits: found.map((hit) => ({ ...hit, status: 'approved' as const, author_id: user.id })),
      offset: 0,
      limit: 20,
      total_hits: found.length,
    }
  }),
  answer('GET', '/v3/watch/{kind}/{id}', () => ({ level: 'addressed' as const, known: false })),
  answer('GET', '/v3/organization/{id}', ({ params }) => (params.id === organization.slug ? organization : notFound())),
  answer('GET', '/v3/organization/{id}/check', ({ params }) => (params.id === organization.slug ? { id: organization.id } : notFound())),
  answer('GET', '/_internal/organization/{id}/page', ({ params }) =>
    params.id === organization.slug ? { ...organization, counts: { projects: 0, downloads: 0, followers: 0, types: {} } } : notFound(),
  ),
  answer('GET', '/_internal/organization/{id}/projects', () => ({ hits: [], offset: 0, limit: 20, total_hits: 0 })),
]
