import { Plus, Search } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { typeOf } from '@/lib/content-types'
import { kindsFor } from '@/lib/hosting/fitting'
import type { Server } from '@/lib/hosting/servers'
import { serverContentText as t } from '@/lib/i18n/zh-Hans/server-content'
import { listingParams } from '@/lib/links'
import { refusalOf } from '../model/refusal'
import ui from '@/components/ui/ui.module.css'

/** The ways to the search that installs on a server. */
export function AddContent({ server }: { server: Server }) {
  const why = refusalOf(server)
  const trigger = (
    <Button size="sm" kind="primary" disabled={why !== undefined} title={why} aria-description={why}>
      <Plus className={ui.icon14} aria-hidden />
      {t.add}
    </Button>
  )
  return (
    <Menu label={t.add} trigger={trigger}>
      {kindsFor(server).map((kind) => (
        <MenuItem key={kind} asChild>
          <PathLink to="/$listing" params={listingParams(typeOf(kind))} search={{ sid: server.server_id }}>
            <Search className={ui.icon} aria-hidden />
            {t.kinds[kind]}
          </PathLink>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The same ways on an empty page. */
export function SearchLinks({ server }: { server: Server }) {
  if (refusalOf(server)) return null
  return kindsFor(server).map((kind) => (
    <PathLink
      key={kind}
      className={buttonClass({ kind: 'outline' })}
      to="/$listing"
      params={listingParams(typeOf(kind))}
      search={{ sid: server.server_id }}
    >
      <Search className={ui.icon} aria-hidden />
      {t.kinds[kind]}
    </PathLink>
  ))
}
