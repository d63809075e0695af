import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { contentQueries } from '@/features/server-content/parts'
import { ApiError } from '@/lib/api/errors'
import type { ContentType } from '@/lib/content-types'
import { content } from '@/lib/hosting/content'
import { versionFor } from '@/lib/hosting/fitting'
import { installs } from '@/lib/hosting/installs'
import type { Server } from '@/lib/hosting/servers'
import { serverInstallText as t } from '@/lib/i18n/zh-Hans/server-install'
import { saidOf, type Attempt } from './model/install'

/** The installations that were asked for on this page, by project. `whole`: with what the versions require. */
export function useInstalling(server: Server | undefined, type: ContentType, whole: boolean) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [attempts, setAttempts] = useState<ReadonlyMap<string, Attempt>>(new Map())
  const put = (project: string, attempt: Attempt) => setAttempts((before) => new Map(before).set(project, attempt))
  const install = async (project: string) => {
    if (!server) return
    const id = server.server_id
    put(project, { stage: 'installing' })
    try {
      const chosen = versionFor(await client.fetchQuery(contentQueries.versions(project)), server, type.id)
      if (!chosen) throw new ApiError(404, 'no_version', t.noVersion)
      const { version, fitting } = chosen
      if (type.id === 'modpack') {
        await installs.reinstall(id, { project_id: project, version_id: version.id }, false, crypto.randomUUID())
        void client.invalidateQueries({ queryKey: ['servers'] })
        void navigate({ to: '/servers/manage/{-$sid}/{-$part}/{-$sub}', params: { sid: id, part: 'options', sub: 'loader' } })
        return
      }
      const alongside = await (whole ? content.addWhole : content.add)(id, project, version.id)
      put(project, { stage: 'installed', ...saidOf(fitting ? undefined : version.version_number, alongside) })
      void client.invalidateQueries({ queryKey: ['servers'] })
    } catch (error) {
      // A failed change was logged by the client.
      if (ApiError.is(error, 404)) console.error(error.message)
      put(project, { stage: 'idle', said: t.failed(error instanceof ApiError ? error.description : t.unexpected), failed: true })
    }
  }
  return { attempts, install: (project: string) => void install(project) }
}
