import { useMutation, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { ChannelMark } from '@/components/ui/channel'
import { Radio } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Bone, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import type { Channel } from '@/lib/api/types'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { formatDate } from '@/lib/format'
import { versionsInBrief } from '@/lib/game-versions'
import { content, type Version } from '@/lib/hosting/content'
import { fits, isInstallable, versionFor } from '@/lib/hosting/fitting'
import type { Server } from '@/lib/hosting/servers'
import { serverContentText } from '@/lib/i18n/zh-Hans/server-content'
import { loaderName } from '@/lib/loaders'
import { toast } from '@/stores/toasts'
import { contentQueries } from '../api'
import { titleOf, type Decided } from '../model/mod'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-content.module.css'

const t = serverContentText.versions
/** Versions that do not fit and are drawn at first. */
const MOST = 20

type ContentVersionDialogProps = { server: Server; mod: Decided; onClose: () => void }

/** The versions of a project, those for the server's software first. */
export function ContentVersionDialog({ server, mod, onClose }: ContentVersionDialogProps) {
  const { data, error, refetch } = useQuery(contentQueries.versions(mod.project_id))
  return (
    <Dialog open onOpenChange={onClose} title={t.title(titleOf(mod))}>
      {data ? (
        <Choice server={server} mod={mod} versions={data.filter(isInstallable)} onClose={onClose} />
      ) : error ? (
        <ErrorCard error={error} title={t.errorTitle} onRetry={() => void refetch()} />
      ) : (
        <Loading className={ui.pile}>
          <Bone w="80%" />
          <Bone w="60%" />
          <Bone w="70%" />
        </Loading>
      )}
    </Dialog>
  )
}

function Choice({ server, mod, versions, onClose }: ContentVersionDialogProps & { versions: readonly Version[] }) {
  const { project_id: project, kind } = mod
  const [picked, setPicked] = useState(() => versionFor(versions, server, kind)?.version.id ?? mod.version_id)
  const [all, setAll] = useState(false)
  const set = useMutation({
    meta: { touches: ['servers'] },
    mutationFn: () => content.setVersion(server.server_id, project, picked),
    onSuccess: () => toast(t.done),
    onSettled: (_answer, failure) => (failure ? undefined : onClose()),
    onError: () => undefined,
  })
  const fitting = versions.filter((version) => fits(version, server, kind))
  const others = versions.filter((version) => !fitting.includes(version))
  const shown = all ? others : others.slice(0, MOST)
  const software = [server.loader, server.mc_version].filter(Boolean).join(' ')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (picked !== mod.version_id && !set.isPending) set.mutate()
  }
  const rows = (list: readonly Version[]) =>
    list.map((version) => (
      <VersionChoice
        key={version.id}
        mod={mod}
        version={version}
        game={server.mc_version ?? undefined}
        picked={version.id === picked}
        onPick={() => setPicked(version.id)}
      />
    ))
  if (versions.length === 0) return <p>{t.none}</p>
  return (
    <form className={formCss.root} onSubmit={submit}>
      <p className={ui.muted}>{software ? t.lead(software) : t.leadUnknown}</p>
      {mod.pinned ? <Note>{t.pinned}</Note> : null}
      <div className={css.versions} role="radiogroup" aria-label={t.list}>
        {rows(fitting)}
        {shown.length > 0 ? <h3>{t.others}</h3> : null}
        {rows(shown)}
        {shown.length < others.length ? (
          <Button size="sm" kind="quiet" onClick={() => setAll(true)}>
            {t.more(String(others.length - shown.length))}
          </Button>
        ) : null}
      </div>
      {others.some(({ id }) => id === picked) && picked !== mod.version_id ? <Note tone="warn">{t.unfit}</Note> : null}
      {set.error ? <Note tone="bad">{set.error instanceof ApiError ? set.error.description : set.error.message}</Note> : null}
      <FormActions onCancel={onClose} disabled={picked === mod.version_id} loading={set.isPending}>
        {t.save}
      </FormActions>
    </form>
  )
}

type VersionChoiceProps = { mod: Decided; version: Version; game: string | undefined; picked: boolean; onPick: () => void }

function VersionChoice({ mod, version, game, picked, onPick }: VersionChoiceProps) {
  const { id, version_number: number, version_type: channel, game_versions: games, loaders, date_published: date } = version
  return (
    <div className={css.version}>
      <Radio name="version" value={id} checked={picked} onChange={onPick}>
        <span className={css.number}>
          <ChannelMark channel={channel as Channel} />
          <b>{number}</b>
          {id === mod.version_id ? <Badge tone="accent">{t.current}</Badge> : null}
        </span>
        <span className={css.facts}>
          {[
            versionsInBrief(
              games,
              games.find((one) => one === game),
            ).text,
            loaders.map(loaderName).join('、'),
            formatDate(date),
          ].join(' · ')}
        </span>
      </Radio>
      <PathLink
        className={cn(buttonClass({ size: 'xs', kind: 'quiet' }))}
        to="/$type/$id/version/$version"
        params={{ type: mod.kind, id: mod.project_id, version: id }}
        aria-label={t.changelogOf(number)}
      >
        <ScrollText className={ui.icon14} aria-hidden />
        {t.changelog}
      </PathLink>
    </div>
  )
}
