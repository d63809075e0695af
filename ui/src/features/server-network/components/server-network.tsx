import { Note } from '@/components/ui/feedback'
import type { Server } from '@/lib/hosting/servers'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { serverNetworkText as t } from '@/lib/i18n/zh-Hans/server-network'
import { refusalOf } from '../model'
import { AddressCard } from './address-card'
import { PortsCard } from './ports-card'
import ui from '@/components/ui/ui.module.css'

/** The addresses of a server: the main one, its subdomain, and further ports. */
export function ServerNetwork({ server }: { server: Server }) {
  const refused = refusalOf(server)
  return (
    <div className={ui.pile}>
      {refused ? (
        <Note tone="warn">
          <b>{t.readOnly}</b>
          <p>{refused}</p>
        </Note>
      ) : null}
      {server.pending && !server.deleted ? (
        <Note>
          <b>{serverText.pending}</b>
          <p>{t.pending}</p>
        </Note>
      ) : null}
      <AddressCard server={server} refused={refused} />
      <PortsCard server={server} refused={refused} />
    </div>
  )
}
