import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { formatRelative } from '@/lib/format'
import { fileSession } from '@/lib/hosting/files'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { loaderQueries } from '../api'
import { tellFailure } from '../model/failure'
import { logOf } from '../model/log'
import { wishOf, type Plan, type Wish } from '../model/plan'
import type { Way } from './ways-card'
import ui from '@/components/ui/ui.module.css'
import css from './server-loader.module.css'

const t = serverLoaderText.failure

type FailureNoteProps = {
  server: Server
  /** What was asked for on this page. */
  plan: Plan | undefined
  refused: string | undefined
  onRetry: (wish: Wish, hard: boolean) => void
  /** An archive must be chosen anew. */
  onAgain: (way: Way) => void
}

/** How the last installation failed: what happened, what can be done, and where the log is. */
export function FailureNote({ server, plan, refused, onRetry, onAgain }: FailureNoteProps) {
  const { install, status } = server
  const failure = install?.failure
  if (!failure) return status === 'broken' ? <Note tone="bad">{serverLoaderText.now.broken}</Note> : null
  if (failure.reason === 'cancelled') return <Note>{t.cancelled}</Note>
  const { what, subject, hint } = tellFailure(failure)
  const asked = install?.asked
  const wish = asked ? wishOf(asked, serverLoaderText.now.pack) : plan?.wish
  const off = { disabled: refused !== undefined, title: refused, 'aria-description': refused }
  return (
    <Note
      tone="bad"
      actions={
        wish ? (
          <Button size="sm" {...off} onClick={() => onRetry(wish, asked?.hard ?? plan?.hard ?? false)}>
            {t.retry}
          </Button>
        ) : asked?.upload ? (
          <Button size="sm" {...off} onClick={() => onAgain('archive')}>
            {t.again}
          </Button>
        ) : null
      }
    >
      <b>{t.title}</b> <small className={ui.small}>{formatRelative(failure.at)}</small>
      <p>{`${what}。${hint ?? ''}`}</p>
      {subject ? <p className={ui.break}>{t.subject(subject)}</p> : null}
      <p>{status === 'broken' ? serverLoaderText.now.broken : t.left}</p>
      {rights.readFiles(server) ? <LogLink server={server} since={asked?.since} /> : null}
    </Note>
  )
}

/** Opens the log of the installation; the folder of the logs where the node does not say which it is. */
function LogLink({ server, since }: { server: Server; since: string | undefined }) {
  const id = server.server_id
  const [node] = useState(() => fileSession(id))
  const found = useQuery({ ...loaderQueries.log(id, node, server.install?.failure?.at ?? ''), enabled: server.host?.connected ?? false })
  const open = logOf(found.data ?? [], since)
  return (
    <p className={css.log}>
      <PathLink
        className={ui.link}
        to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
        params={{ sid: id, part: 'files' }}
        search={open ? { path: '/', open } : { path: '/' }}
      >
        {t.log}
      </PathLink>{' '}
      {open ? null : <small className={ui.small}>{t.logHint}</small>}
    </p>
  )
}
