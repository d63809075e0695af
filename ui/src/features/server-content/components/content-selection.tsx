import { X } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/dropdown-menu'
import { MenuAction } from '@/components/ui/menu-action'
import type { Mod } from '@/lib/hosting/content'
import type { Server } from '@/lib/hosting/servers'
import { serverContentText as t } from '@/lib/i18n/zh-Hans/server-content'
import { actionsForMany } from '../actions'
import type { ContentWork } from '../use-work'
import type { Asking } from './server-content'
import ui from '@/components/ui/ui.module.css'
import css from './server-content.module.css'

type ContentSelectionProps = {
  server: Server
  mods: readonly Mod[]
  work: ContentWork
  onAsk: (asking: Asking) => void
  /** Undefined where all are selected. */
  onAll: (() => void) | undefined
  onClear: () => void
}

/** How much is selected, and what can be done with it. On a phone the actions are in a menu. */
export function ContentSelection({ server, mods, work, onAsk, onAll, onClear }: ContentSelectionProps) {
  const actions = actionsForMany(server, mods).map(({ act, on, ...rest }) => ({
    ...rest,
    key: act,
    run: () => (act === 'remove' ? onAsk({ remove: on }) : work.run(act, on)),
  }))
  return (
    <div className={css.selection}>
      <b role="status">{t.selected(String(mods.length))}</b>
      {onAll ? (
        <Button size="xs" kind="quiet" onClick={onAll}>
          {t.selectAll}
        </Button>
      ) : null}
      <span className={ui.hideS}>
        {actions.map(({ key, icon: Icon, label, why, danger, run }) => (
          <Button
            key={key}
            size="xs"
            kind="quiet"
            danger={danger}
            disabled={why !== undefined || work.busy}
            title={why}
            aria-description={why}
            onClick={run}
          >
            <Icon className={ui.icon14} aria-hidden />
            {label}
          </Button>
        ))}
      </span>
      <span className={ui.onlyS}>
        <Menu
          label={t.actionsOfMany}
          trigger={
            <Button size="xs" disabled={work.busy}>
              {t.actions}
            </Button>
          }
        >
          {actions.map(({ key, icon, label, why, danger, run }) => (
            <MenuAction key={key} icon={icon} label={label} why={why} danger={danger ?? false} onSelect={run} />
          ))}
        </Menu>
      </span>
      <IconButton className={ui.push ?? ''} size="xs" kind="quiet" label={t.clearSelection} onClick={onClear}>
        <X className={ui.icon14} aria-hidden />
      </IconButton>
    </div>
  )
}
