import { ChevronDown, OctagonX, Play, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { cn } from '@/lib/cn'
import type { PowerAction, Server } from '@/lib/hosting/servers'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { refusalOf, type Shown } from '../model/state'
import ui from '@/components/ui/ui.module.css'
import css from './server-head.module.css'

const t = serverText.power

type PowerButtonsProps = { server: Server; shown: Shown; busy: boolean; onPower: (action: PowerAction) => void; className: string }

/** Start, restart, stop, and behind a menu the end by force. What is not possible says why. */
export function PowerButtons({ server, shown, busy, onPower, className }: PowerButtonsProps) {
  const [killing, setKilling] = useState(false)
  const control = (action: PowerAction) => {
    const refused = refusalOf(server, shown, action) ?? (busy ? serverText.refused.waiting : undefined)
    return { disabled: refused !== undefined, title: refused, 'aria-description': refused, onClick: () => onPower(action) }
  }
  const kill = refusalOf(server, shown, 'Kill')
  const idle = control('Start')
  return (
    <div className={className}>
      <Button kind={idle.disabled ? 'plain' : 'primary'} {...idle}>
        <Play className={ui.icon} aria-hidden />
        {t.start}
      </Button>
      <Button kind="outline" {...control('Restart')}>
        <RotateCw className={ui.icon} aria-hidden />
        {t.restart}
      </Button>
      <span className={css.split}>
        <Button danger {...control('Stop')}>
          <Square className={ui.icon} aria-hidden />
          {t.stop}
        </Button>
        <Menu
          label={t.more}
          trigger={
            <IconButton danger label={t.more}>
              <ChevronDown className={ui.icon} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem danger disabled={kill !== undefined} onSelect={() => setKilling(true)}>
            <OctagonX className={cn(ui.icon)} aria-hidden />
            <span>
              {t.kill}
              {kill ? <small className={cn(ui.small, ui.block)}>{kill}</small> : null}
            </span>
          </MenuItem>
        </Menu>
      </span>
      <ConfirmDialog
        open={killing}
        onOpenChange={setKilling}
        title={t.killTitle}
        text={t.killText}
        action={t.kill}
        plain={false}
        busy={false}
        onConfirm={() => {
          setKilling(false)
          onPower('Kill')
        }}
      />
    </div>
  )
}
