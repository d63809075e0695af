import { http, HttpResponse, type HttpHandler } from 'msw'
import { categories, dependenciesOf, gameVersions, hits, loaders, projects, statistics, user, versionsOf } from './data'

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
  http.get('/v2/statistics', () => HttpResponse.json(statistics)),
  http.get('/_internal/project/:id', ({ params }) => {
    const project = projects[indexOf(params.id)]
    return project ? HttpResponse.json(project) : notFound()
  }),
  http.get('/_internal/project/:id/versions', ({ params }) => {
    const at = indexOf(params.id)
    return at < 0 ? notFound() : HttpResponse.json(versionsOf(at))
  }),
  http.get('/_internal/project/:id/dependencies', ({ params }) => {
    const at = indexOf(params.id)
    return at < 0 ? notFound() : HttpResponse.json(dependenciesOf(at))
  }),
  http.get('/v2/user', () => HttpResponse.json({ error: 'unauthorized', description: '请先登录' }, { status: 401 })),
  http.get('/v2/user/:id', ({ params }) =>
    params.id === user.id || params.id === user.username ? HttpResponse.json({ ...user, email: undefined }) : notFound(),
  ),
  http.get('/v2/user/:id/projects', () => HttpResponse.json(projects.slice(0, 6).map((project) => ({ ...project, organization: null })))),
  http.get('/v3/organization/:id', ({ params }) =>
    params.id === 'verdigris'
      ? HttpResponse.json({ id: 'Org00001', slug: 'verdigris', name: '铜锈工坊', description: '一群给方块上油的人。', icon_url: '/mock-art/icons/trade.svg', members: projects[0]?.members ?? [] })
      : notFound(),
  ),
  http.get('/v3/organization/:id/projects', () => HttpResponse.json(projects.slice(0, 3).map((project) => ({ ...project, project_types: [project.project_type], name: project.title, summary: project.description })))),
]
