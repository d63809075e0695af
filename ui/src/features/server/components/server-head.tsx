import { Pic } from '@/components/ui/pic'
import { CopyButton } from '@/components/ui/copy-button'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import type { PowerAction, Server } from '@/lib/hosting/servers'
import { serverText as t } from '@/lib/i18n/zh-Hans/server'
import { addressOf, isAlive, spanOf, type Shown } from '../model/state'
import { PowerButtons } from './power-buttons'
import { RenameServer } from './rename-server'
import { ServerMarks } from './server-row'
import { Software } from './software'
import copyButtonCss from '@/components/ui/copy-button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-head.module.css'

type ServerHeadProps = {
  server: Server
  shown: Shown
  now: number
  /** When its process was started, in ms, as the console says. */
  started: number | undefined
  busy: boolean
  onPower: (action: PowerAction) => void
}

export function ServerHead({ server, shown, now, started, busy, onPower }: ServerHeadProps) {
  const address = addressOf(server)
  const since = started ?? (server.power.since ? Date.parse(server.power.since) : undefined)
  const running = isAlive(shown) && (shown === 'running' || shown === 'unresponsive') && since !== undefined
  return (
    <div className={css.root}>
      <Pic src={null} id={server.server_id} name={server.name} size={64} eager />
      <div className={css.body}>
        <RenameServer key={server.name} server={server}>
          <ServerMarks server={server} shown={shown} />
        </RenameServer>
        <div className={css.facts}>
          <Software server={server} />
          {address ? (
            <CopyButton className={copyButtonCss.address} text={address} label={`${t.copyAddress} ${address}`}>
              {address}
            </CopyButton>
          ) : (
            <span className={ui.subtle}>{t.noAddress}</span>
          )}
          {running ? (
            <span className={ui.tabular} title={formatDateTime(new Date(since).toISOString())}>
              {t.uptime(spanOf((now - since) / 1000))}
            </span>
          ) : null}
        </div>
      </div>
      <PowerButtons className={cn(css.power)} server={server} shown={shown} busy={busy} onPower={onPower} />
    </div>
  )
}
