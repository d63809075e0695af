import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Note } from '@/components/ui/feedback'
import { ImagePick } from '@/components/ui/image-pick'
import { Pic } from '@/components/ui/pic'
import { serverStartupText } from '@/lib/i18n/zh-Hans/server-startup'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { fileSession } from '@/lib/hosting/files'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'
import { useFileUrl } from '@/lib/use-file-url'
import { toast } from '@/stores/toasts'
import { settingsQueries } from '../api'
import { drawServerIcon, putServerIcon, removeServerIcon, type ServerIcon } from '../model/icon'
import ui from '@/components/ui/ui.module.css'
import css from './icon-card.module.css'

const t = serverStartupText.icon
const SIDE = 64

/** The picture of a server: it is cropped, shown as the game will show it, and then written on the node. */
export function IconCard({ server }: { server: Server }) {
  const id = server.server_id
  const [node] = useState(() => fileSession(id))
  const reachable = server.host?.connected ?? false
  const icon = useQuery({ ...settingsQueries.icon(id, node), enabled: reachable && rights.readFiles(server) })
  const [draft, setDraft] = useState<ServerIcon>()
  const [error, setError] = useState<string>()
  const change = useMutation({
    meta: { touches: ['servers'] },
    mutationFn: (next: ServerIcon | undefined) => (next ? putServerIcon(node, next) : removeServerIcon(node)),
    onError: (failure) => setError(failure.message),
    onSuccess: (_done, next) => {
      setDraft(undefined)
      toast(next ? t.saved : t.removed, t.later)
    },
  })
  const shown = useFileUrl(draft?.game ?? icon.data)
  const refused = !rights.writeFiles(server) ? t.noRight : !reachable ? t.away : undefined
  const run = (next: ServerIcon | undefined) => {
    setError(undefined)
    change.mutate(next)
  }
  return (
    <Card id="server-icon" title={t.title}>
      <div className={css.body}>
        {error ? <Note tone="bad">{error}</Note> : null}
        {icon.isError ? <Note tone="bad">{t.unread}</Note> : null}
        {draft ? (
          <div className={ui.row} role="group" aria-label={t.preview}>
            <Pic src={shown} name={server.name} size={SIDE} eager />
            <Button
              kind="primary"
              // eslint-disable-next-line jsx-a11y-x/no-autofocus -- it stands where the focus was
              autoFocus
              loading={change.isPending}
              disabled={refused !== undefined}
              title={refused}
              onClick={() => run(draft)}
            >
              {t.save}
            </Button>
            <Button kind="quiet" disabled={change.isPending} onClick={() => setDraft(undefined)}>
              {uiText.cancel}
            </Button>
          </div>
        ) : (
          <div className={ui.row}>
            <ImagePick
              upload={t.upload}
              remove={t.remove}
              busy={change.isPending}
              disabled={refused !== undefined}
              title={refused}
              onSquare={async (image, square) => setDraft(await drawServerIcon(image, square))}
              onError={setError}
              onRemove={icon.data ? () => run(undefined) : undefined}
            >
              <Pic src={shown} name={server.name} size={SIDE} eager />
            </ImagePick>
          </div>
        )}
        <p className={css.hint}>{draft ? t.previewHint : (refused ?? t.hint)}</p>
      </div>
    </Card>
  )
}
