import { PathLink } from '@/components/layout/path-link'
import { Badge, Tag } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { serverText as t } from '@/lib/i18n/zh-Hans/server'
import { addressOf, isAlive, type Shown } from '../model/state'
import { Software } from './software'
import { StateBadge } from './state-badge'
import copyButtonCss from '@/components/ui/copy-button.module.css'
import itemCss from '@/components/ui/item.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-list.module.css'

/** The name of a server with its picture and what it runs; a link to its page. */
export function ServerName({ server }: { server: Server }) {
  return (
    <div className={itemCss.root}>
      <Pic src={null} id={server.server_id} name={server.name} size={40} />
      <div>
        <b className={ui.clip}>
          <PathLink data-row-link to="/servers/manage/{-$sid}/{-$part}/{-$sub}" params={{ sid: server.server_id }}>
            {server.name}
          </PathLink>
        </b>
        <span className={css.software}>
          <Software server={server} />
        </span>
      </div>
    </div>
  )
}

/** State, and the marks of what is not applied yet or not real. */
export function ServerMarks({ server, shown }: { server: Server; shown: Shown }) {
  return (
    <span className={css.marks}>
      <StateBadge shown={shown} />
      {server.pending && !server.deleted ? (
        <span title={t.pendingHint}>
          <Badge tone="info">{t.pending}</Badge>
        </span>
      ) : null}
      {server.demonstration ? (
        <Tag line title={t.demonstrationHint}>
          {t.demonstration}
        </Tag>
      ) : null}
    </span>
  )
}

export function ServerRow({ server, shown }: { server: Server; shown: Shown }) {
  const address = addressOf(server)
  const { players } = server.power
  return (
    <tr>
      <td className={tableCss.mobileWide}>
        <ServerName server={server} />
      </td>
      <td>
        <ServerMarks server={server} shown={shown} />
      </td>
      <td>
        {address ? (
          <CopyButton className={copyButtonCss.address} text={address} label={`${t.copyAddress} ${address}`}>
            {address}
          </CopyButton>
        ) : (
          <span className={ui.subtle}>{t.noAddress}</span>
        )}
      </td>
      <td className={tableCss.right}>
        {players && isAlive(shown) ? `${formatExact(players.online)} / ${formatExact(players.max)}` : <span className={ui.subtle}>—</span>}
      </td>
      <td className={cn(tableCss.right, tableCss.mobileHidden)}>
        {server.last_crash ? <Ago time={server.last_crash} /> : <span className={ui.subtle}>{t.noCrash}</span>}
      </td>
    </tr>
  )
}
