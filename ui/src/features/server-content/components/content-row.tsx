import { Ellipsis, FolderOpen, GitCompareArrows, Pin } from 'lucide-react'
import { useNavigate } from '@tanstack/react-router'
import { PathLink } from '@/components/layout/path-link'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { Checkbox, Switch } from '@/components/ui/checkbox'
import { Menu, MenuLine } from '@/components/ui/dropdown-menu'
import { MenuAction } from '@/components/ui/menu-action'
import { Pic } from '@/components/ui/pic'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import type { Mod } from '@/lib/hosting/content'
import type { Server } from '@/lib/hosting/servers'
import { serverContentText as t } from '@/lib/i18n/zh-Hans/server-content'
import { actionsForMany } from '../actions'
import { isDecided, phaseOf, reasonOf, titleOf, type Phase } from '../model/mod'
import { decideRefusal, switchRefusal } from '../model/refusal'
import type { ContentWork } from '../use-work'
import type { Asking } from './server-content'
import itemCss from '@/components/ui/item.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-content.module.css'

const tones: Readonly<Record<Phase, Tone>> = { pending: 'info', installed: 'ok', failed: 'bad', disabled: 'neutral', missing: 'warn' }

type ContentRowProps = {
  server: Server
  mod: Mod
  picked: boolean
  work: ContentWork
  onPick: () => void
  onAsk: (asking: Asking) => void
}

/** One file of content: what it is, how it stands, and what can be done with it. */
export function ContentRow({ server, mod, picked, work, onPick, onAsk }: ContentRowProps) {
  const title = titleOf(mod)
  const { version_number: version, filename, filesize } = mod
  return (
    <tr className={picked ? tableCss.picked : undefined}>
      <td className={css.pick}>
        <Checkbox aria-label={t.select(title)} checked={picked} onChange={onPick}>
          {null}
        </Checkbox>
      </td>
      <td className={tableCss.mobileWide}>
        <div className={itemCss.root}>
          <Pic src={mod.icon_url} project={mod.project_id ?? undefined} name={title} size={40} />
          <div>
            <span className={css.name}>
              <Name mod={mod} />
              <Marks mod={mod} />
            </span>
            <small className={ui.break}>
              {[t.kinds[mod.kind], ...(mod.name === null ? [] : [filename]), ...(filesize > 0 ? [formatBytes(filesize)] : [])].join(' · ')}
            </small>
          </div>
        </div>
      </td>
      <td className={cn(ui.break, version === null && tableCss.mobileHidden)}>{version ?? '—'}</td>
      <td>
        <State server={server} mod={mod} />
      </td>
      <td className={cn(tableCss.right, tableCss.mobileEnd)}>
        <Actions server={server} mod={mod} work={work} onAsk={onAsk} />
      </td>
    </tr>
  )
}

/** The name; where the viewer may see the project, a link to it. */
function Name({ mod }: { mod: Mod }) {
  const { name, project_id: project, kind } = mod
  if (name === null || project === null) return <b className={ui.break}>{titleOf(mod)}</b>
  return (
    <b className={ui.break}>
      <PathLink className={css.link} to="/$type/$id" params={{ type: kind, id: project }}>
        {name}
      </PathLink>
    </b>
  )
}

function Marks({ mod: { pinned, unmanaged, changed, has_update: newer } }: { mod: Mod }) {
  return (
    <>
      {pinned ? (
        <span title={t.pinnedHint} role="img" aria-label={t.pinned}>
          <Pin className={cn(ui.icon14, ui.subtle)} aria-hidden />
        </span>
      ) : null}
      {newer ? <Badge tone="accent">{t.hasUpdate}</Badge> : null}
      {changed ? (
        <span title={t.changedHint}>
          <Badge tone="warn">{t.changed}</Badge>
        </span>
      ) : null}
      {unmanaged ? (
        <span title={t.unmanagedHint}>
          <Badge>{t.unmanaged}</Badge>
        </span>
      ) : null}
    </>
  )
}

function State({ server, mod }: { server: Server; mod: Mod }) {
  const phase = phaseOf(mod)
  const waits = phase === 'pending' && server.host?.connected !== true
  const hint = waits ? t.waitingHint : phase === 'missing' ? t.missingHint : reasonOf(mod)
  return (
    <>
      <Badge tone={waits ? 'neutral' : tones[phase]}>{waits ? t.waiting : t.phases[phase]}</Badge>
      {hint ? <small className={cn(ui.small, css.hint, phase === 'failed' && ui.bad)}>{hint}</small> : null}
    </>
  )
}

type ActionsProps = Pick<ContentRowProps, 'server' | 'mod' | 'work' | 'onAsk'>

function Actions({ server, mod, work, onAsk }: ActionsProps) {
  const title = titleOf(mod)
  const actions = actionsForMany(server, [mod])
  const first = actions.find(({ act, why }) => (act === 'update' || act === 'retry') && why === undefined)
  const why = switchRefusal(server, mod)
  const navigate = useNavigate()
  const show = () => {
    const path = mod.path.slice(0, mod.path.lastIndexOf('/')) || '/'
    const params = { sid: server.server_id, part: 'files' }
    void navigate({ to: '/servers/manage/{-$sid}/{-$part}/{-$sub}', params, search: { path } })
  }
  return (
    <span className={css.actions}>
      {first ? (
        <Button size="xs" disabled={work.busy} aria-label={`${first.label}「${title}」`} onClick={() => work.run(first.act, [mod])}>
          {first.label}
        </Button>
      ) : null}
      <Switch
        aria-label={t.enableOf(title)}
        aria-description={why}
        title={why}
        checked={!mod.disabled}
        disabled={why !== undefined || work.busy}
        onChange={() => work.run(mod.disabled ? 'enable' : 'disable', [mod])}
      >
        {null}
      </Switch>
      <Menu
        label={t.actionsOf(title)}
        trigger={
          <IconButton size="xs" kind="quiet" label={t.actionsOf(title)}>
            <Ellipsis className={ui.icon} aria-hidden />
          </IconButton>
        }
      >
        {actions.map(({ act, icon, label, why: refused, danger }) =>
          danger ? null : (
            <MenuAction key={act} icon={icon} label={label} why={busyOr(work, refused)} onSelect={() => work.run(act, [mod])} />
          ),
        )}
        <MenuAction
          icon={GitCompareArrows}
          label={t.action.version}
          why={decideRefusal(server, mod)}
          onSelect={() => (isDecided(mod) ? onAsk({ version: mod }) : undefined)}
        />
        <MenuAction icon={FolderOpen} label={t.action.show} onSelect={show} />
        <MenuLine />
        {actions.map(({ act, icon, label, why: refused, danger }) =>
          danger ? <MenuAction key={act} danger icon={icon} label={label} why={refused} onSelect={() => onAsk({ remove: [mod] })} /> : null,
        )}
      </Menu>
    </span>
  )
}

const busyOr = ({ busy }: ContentWork, why: string | undefined) => why ?? (busy ? t.busy : undefined)
