import { useQuery } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import { useId, useState } from 'react'
import { AddressLink } from '@/components/layout/address-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Radio } from '@/components/ui/checkbox'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { ProjectFinder, type NamedProject } from '@/components/ui/project-finder'
import { ReleaseMark } from '@/components/ui/release-mark'
import { formatDate } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { loaderName } from '@/lib/loaders'
import { projectQueries } from '@/lib/project-queries'
import { titles } from '@/lib/titles'
import { versionQueries } from '@/lib/version-queries'
import { listed } from '../api'
import { offeredOf } from '../model/newest'
import type { Wish } from '../model/plan'
import itemCss from '@/components/ui/item.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-loader.module.css'

const t = serverLoaderText.pack
/** How many versions are listed at first, and at most. */
export const PACK_PAGE = 10
const MOST = 100

type PackFormProps = { server: Server; refused: string | undefined; onWish: (wish: Wish) => void }

/** A modpack of the site and one of its versions; it begins with the present pack. */
export function PackForm({ server, refused, onWish }: PackFormProps) {
  const present = server.upstream?.kind === 'modpack' ? server.upstream : undefined
  const own = useQuery({ ...projectQueries.detail(present?.project_id ?? ''), enabled: present !== undefined })
  const [picked, setPicked] = useState<NamedProject>()
  const [finding, setFinding] = useState(false)
  const shown: NamedProject | undefined =
    picked ?? (own.data ? { id: own.data.id, title: titles(own.data).title, icon_url: own.data.icon_url } : undefined)
  const browse = (
    <AddressLink className={ui.link} href={`/modpacks?sid=${encodeURIComponent(server.server_id)}`}>
      {t.browse}
    </AddressLink>
  )
  const waits = present !== undefined && own.isPending && !picked
  return (
    <fieldset className={css.fields} disabled={refused !== undefined} title={refused}>
      {waits ? (
        <Loading>
          <Bone w="40%" h={40} />
        </Loading>
      ) : shown && !finding ? (
        <div className={css.pack}>
          <div className={itemCss.root}>
            <Pic src={shown.icon_url} project={shown.id} name={shown.title} size={40} />
            <div>
              <b>{shown.title}</b>
              <small>{t.project}</small>
            </div>
          </div>
          <span className={css.others}>
            {browse}
            <Button size="sm" onClick={() => setFinding(true)}>
              {t.other}
            </Button>
          </span>
        </div>
      ) : (
        <>
          <p className={ui.muted}>{t.pick}</p>
          <ProjectFinder
            without={[]}
            type="modpack"
            onPick={(project) => {
              setPicked(project)
              setFinding(false)
            }}
            onClose={shown ? () => setFinding(false) : undefined}
          />
          <p>{browse}</p>
        </>
      )}
      {shown && !finding ? (
        <Versions
          key={shown.id}
          project={shown}
          present={shown.id === present?.project_id ? present.version_id : undefined}
          refused={refused}
          onWish={onWish}
        />
      ) : null}
    </fieldset>
  )
}

type VersionsProps = { project: NamedProject; present: string | undefined; refused: string | undefined; onWish: (wish: Wish) => void }

function Versions({ project, present, refused, onWish }: VersionsProps) {
  const name = useId()
  const [limit, setLimit] = useState(PACK_PAGE)
  const [wanted, setWanted] = useState<string>()
  const query = useQuery({ ...versionQueries.versions(project.id, { limit }), ...listed })
  if (query.isError) return <ErrorCard error={query.error} title={t.versionsError} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Loading>
        <Bone h={120} />
      </Loading>
    )
  }
  const { versions, total } = query.data
  const chosen = versions.find(({ id }) => id === wanted) ?? offeredOf(versions)
  if (!chosen) return <Empty level={3} icon={PackageX} title={t.emptyTitle} hint={t.emptyHint} />
  return (
    <>
      <ul className={css.versions} aria-label={t.version}>
        {versions.map((one) => (
          <li key={one.id}>
            <Radio name={name} checked={one.id === chosen.id} onChange={() => setWanted(one.id)}>
              <span className={css.version}>
                <ReleaseMark channel={one.version_type} />
                <b className={ui.break}>{one.version_number}</b>
                {one.id === present ? <Badge tone="accent">{t.present}</Badge> : null}
                <small className={ui.small}>
                  {[one.loaders.map(loaderName).join('、'), one.game_versions.join('、'), formatDate(one.date_published)].join(' · ')}
                </small>
              </span>
            </Radio>
          </li>
        ))}
      </ul>
      {total > versions.length && limit < MOST ? (
        <Button className={css.more} size="sm" loading={query.isPlaceholderData} onClick={() => setLimit(MOST)}>
          {t.more}
        </Button>
      ) : null}
      <div className={css.next}>
        <Button
          kind="primary"
          disabled={refused !== undefined}
          title={refused}
          aria-description={refused}
          onClick={() =>
            onWish({
              kind: 'pack',
              request: { project_id: project.id, version_id: chosen.id },
              title: project.title,
              version: chosen.version_number,
            })
          }
        >
          {t.next}
        </Button>
      </div>
    </>
  )
}
