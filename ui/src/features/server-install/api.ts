import { queryOptions } from '@tanstack/react-query'
import { contentQueries } from '@/features/server-content/parts'
import { get } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import { content } from '@/lib/hosting/content'
import { versionFor } from '@/lib/hosting/fitting'
import type { Server } from '@/lib/hosting/servers'
import { serverInstallText as t } from '@/lib/i18n/zh-Hans/server-install'
import { leftIn, outlookOf, questionOf } from './model/outlook'

/** The titles of projects that the visitor may see. The rest of a plan is good without them. */
const titlesOf = async (ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const found = await get('/v2/projects', { query: { ids }, signal }).catch(() => [])
  return new Map(found.map(({ id, title }) => [id, title]))
}

/** What the installation of a project would bring: the version that the button takes, and what it requires. The key begins with `servers`, so that
 * a change of the server's content asks anew. */
export const outlookQuery = (server: Server, type: string, project: string, present: readonly string[]) =>
  queryOptions({
    queryKey: ['servers', 'outlook', server.server_id, type, project, server.loader, server.mc_version, present] as const,
    queryFn: async ({ client, signal }) => {
      const chosen = versionFor(await client.fetchQuery(contentQueries.versions(project)), server, type)
      if (!chosen) throw new ApiError(404, 'no_version', t.noVersion)
      const { version, fitting } = chosen
      const plan = await content.plan(questionOf(server, type, project, version.id, present), signal)
      return { number: version.version_number, fitting, ...outlookOf(plan, await titlesOf(leftIn(plan), signal)) }
    },
    retry: false,
  })
