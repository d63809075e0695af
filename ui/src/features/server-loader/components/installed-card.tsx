import { useQuery } from '@tanstack/react-query'
import { ArrowUpCircle } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Bone, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { Software } from '@/features/server/parts'
import { ApiError } from '@/lib/api/errors'
import type { Server } from '@/lib/hosting/servers'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { projectParams, versionParams } from '@/lib/links'
import { projectQueries } from '@/lib/project-queries'
import { titles } from '@/lib/titles'
import { versionQueries } from '@/lib/version-queries'
import { newestOf } from '../model/newest'
import type { Wish } from '../model/plan'
import { PACK_PAGE } from './pack-form'
import itemCss from '@/components/ui/item.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-loader.module.css'

const t = serverLoaderText.now

/** `onUpdate` is missing where nothing can be installed now. */
type InstalledCardProps = { server: Server; busy: boolean; onUpdate: ((wish: Wish) => void) | undefined }

/** The pack and the software of a server. */
export function InstalledCard({ server, busy, onUpdate }: InstalledCardProps) {
  const { upstream, software } = server
  const pack = upstream?.kind === 'modpack' ? upstream : undefined
  return (
    <Card id="installed" title={t.title}>
      <div className={css.installed}>
        {software === 'none' ? <p className={ui.muted}>{t.none}</p> : null}
        {pack ? <Pack key={pack.project_id} project={pack.project_id} version={pack.version_id} busy={busy} onUpdate={onUpdate} /> : null}
        {software === 'none' ? null : (
          <p className={css.software}>
            <Software server={server} />
          </p>
        )}
      </div>
    </Card>
  )
}

type PackProps = Omit<InstalledCardProps, 'server'> & { project: string; version: string }

function Pack({ project: id, version, busy, onUpdate }: PackProps) {
  const pack = useQuery(projectQueries.detail(id))
  const list = useQuery(versionQueries.versions(id, { limit: PACK_PAGE }))
  const own = useQuery(versionQueries.version(id, version))
  if (ApiError.is(pack.error, 404)) return <Note>{t.packGone}</Note>
  if (pack.isError) return <ErrorCard error={pack.error} title={t.packError} onRetry={() => void pack.refetch()} />
  if (!pack.data) {
    return (
      <Loading className={itemCss.root}>
        <Bone w={48} h={48} />
        <Bone w="40%" />
      </Loading>
    )
  }
  const { title } = titles(pack.data)
  const number = own.data?.version_number
  const newer = newestOf(list.data?.versions ?? [], version)
  return (
    <div className={css.pack}>
      <div className={itemCss.root}>
        <Pic src={pack.data.icon_url} project={pack.data.id} name={title} color={pack.data.color} size={48} />
        <div>
          <b>
            <PathLink to="/$type/$id" params={projectParams(pack.data)}>
              {title}
            </PathLink>
          </b>
          <small>
            {t.pack}
            {number ? (
              <>
                {' '}
                <PathLink className={ui.link} to="/$type/$id/version/$version" params={versionParams(pack.data, version)}>
                  {number}
                </PathLink>
              </>
            ) : ApiError.is(own.error, 404) ? (
              ` · ${t.versionGone}`
            ) : null}
          </small>
        </div>
      </div>
      {busy ? null : newer ? (
        onUpdate ? (
          <Button
            size="sm"
            onClick={() =>
              onUpdate({ kind: 'pack', request: { project_id: id, version_id: newer.id }, title, version: newer.version_number })
            }
          >
            <ArrowUpCircle className={ui.icon14} aria-hidden />
            {t.update(newer.version_number)}
          </Button>
        ) : (
          <Badge tone="info">{t.newer(newer.version_number)}</Badge>
        )
      ) : list.data && list.data.versions.length > 0 ? (
        <Badge tone="ok">{t.latest}</Badge>
      ) : null}
    </div>
  )
}
