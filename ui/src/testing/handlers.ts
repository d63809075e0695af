import { http, HttpResponse, type HttpHandler } from 'msw'
import { activity, categories, dependenciesOf, gameVersions, hits, loaders, needsOf, organization, projects, statistics, user, versionsOf } from './data'

function notFound() {
  return HttpResponse.json({ error: 'not_found', description: '资源不存在' }, { status: 404 })
}

function matches(hit: (typeof hits)[number], facet: string): boolean {
  const found = /^([a-z_]+)(!=|:|=)(.+)$/.exec(facet)
  if (!found) return false
  const [, key, operator, value = ''] = found
  const values: Record<string, string[]> = {
    project_type: [hit.project_type], categories: hit.categories, versions: hit.versions,
    client_side: [hit.client_side], server_side: [hit.server_side],
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

/** The reading half of the API over the fixtures; nobody is signed in unless a test says so. */
export const handlers: HttpHandler[] = [
  http.get('/v2/search', ({ request }) => {
    const params = new URL(request.url).searchParams
    const found = search(params)
    const offset = Number(params.get('offset') ?? 0)
    const limit = Number(params.get('limit') ?? 10)
    return HttpResponse.json({ hits: found.slice(offset, offset + limit), offset, limit, total_hits: found.length })
  }),
  http.get('/_internal/search/counts', ({ request }) => {
    const counts: Record<string, number> = {}
    for (const hit of search(new URL(request.url).searchParams)) {
      const facets = [
        ...hit.categories.map((name) => `categories:${name}`), ...hit.versions.map((name) => `versions:${name}`), `project_type:${hit.project_type}`,
        `client_side:${hit.client_side}`, `server_side:${hit.server_side}`, `open_source:${!hit.license.startsWith('LicenseRef-')}`,
      ]
      for (const facet of facets) counts[facet] = (counts[facet] ?? 0) + 1
    }
    return HttpResponse.json(counts)
  }),
  http.get('/v2/tag/category', () => HttpResponse.json(categories)),
  http.get('/v2/tag/loader', () => HttpResponse.json(loaders)),
  http.get('/v2/tag/game_version', () => HttpResponse.json(gameVersions)),
  http.get('/v2/tag/license/:id', ({ params }) =>
    params.id === 'MIT' ? HttpResponse.json({ title: 'MIT License', body: 'Permission is hereby granted, free of charge…' }) : notFound(),
  ),
  http.get('/_internal/curated', ({ request }) =>
    HttpResponse.json(new URL(request.url).searchParams.get('place') === 'home' ? hits.slice(0, 3).map((hit) => ({ image: hit.featured_gallery, title: hit.title_zh, description: hit.description, slug: `${hit.url_type}/${hit.slug}`, icon: hit.icon_url })) : []),
  ),
  http.get('/_internal/activity', () => HttpResponse.json(activity)),
  http.get('/_internal/frog', () => HttpResponse.json({ count: 7 })),
  http.post('/_internal/frog', () => new HttpResponse(null, { status: 204 })),
  http.get('/v2/statistics', () => HttpResponse.json(statistics)),
  http.get('/_internal/project/:id', ({ params }) => {
    const project = projects[indexOf(params.id)]
    return project ? HttpResponse.json(project) : notFound()
  }),
  http.get('/_internal/version-file', () => HttpResponse.json([])),
  http.get('/_internal/project/:id/versions', ({ params }) => {
    const at = indexOf(params.id)
    return at < 0 ? notFound() : HttpResponse.json(versionsOf(at))
  }),
  http.get('/_internal/project/:id/dependencies', ({ params }) => {
    const at = indexOf(params.id)
    return at < 0 ? notFound() : HttpResponse.json(dependenciesOf(at))
  }),
  http.get('/_internal/version/:id/needs', ({ params }) => HttpResponse.json(needsOf(String(params.id)))),
  http.get('/v2/user', () => HttpResponse.json({ error: 'unauthorized', description: '请先登录' }, { status: 401 })),
  http.get('/_internal/challenge', () => HttpResponse.json({ error: 'not_found', description: '请求的内容不存在' }, { status: 404 })),
  http.get('/_internal/notifications', () => HttpResponse.json({ notifications: [], counts: { total: 0, unread: 0, types: [] }, next: null, position: 1 })),
  http.get('/_internal/preferences', () => HttpResponse.json({})),
  http.patch('/_internal/preferences', async ({ request }) => HttpResponse.json((await request.json()) as object)),
  http.get('/v2/user/:id', ({ params }) =>
    params.id === user.id || params.id === user.username ? HttpResponse.json({ ...user, email: undefined }) : notFound(),
  ),
  http.get('/v2/user/:id/projects', () => HttpResponse.json(projects.slice(0, 6).map((project) => ({ ...project, organization: null })))),
  http.get('/_internal/user/:id/page', ({ params }) =>
    params.id === user.id || params.id === user.username
      ? HttpResponse.json({ ...user, email: undefined, counts: { projects: 6, downloads: 600, followers: 60, types: { mod: 6 } }, organizations: [organization] })
      : notFound(),
  ),
  http.get('/_internal/user/:id/projects', ({ request }) => {
    const text = new URL(request.url).searchParams.get('query') ?? ''
    const found = hits.slice(0, 6).filter((hit) => hit.title_zh?.includes(text))
    return HttpResponse.json({ hits: found.map((hit) => ({ ...hit, status: 'approved', author_id: user.id })), offset: 0, limit: 20, total_hits: found.length })
  }),
  http.get('/v3/organization/:id', ({ params }) => (params.id === organization.slug ? HttpResponse.json(organization) : notFound())),
  http.get('/v3/organization/:id/check', ({ params }) => (params.id === organization.slug ? HttpResponse.json({ id: organization.id }) : notFound())),
  http.get('/_internal/organization/:id/page', ({ params }) =>
    params.id === organization.slug ? HttpResponse.json({ ...organization, counts: { projects: 0, downloads: 0, followers: 0, types: {} } }) : notFound(),
  ),
  http.get('/_internal/organization/:id/projects', () => HttpResponse.json({ hits: [], offset: 0, limit: 20, total_hits: 0 })),
]
