import { Badge, Tag } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { serverConfigHistoryText as t } from '@/lib/i18n/zh-Hans/server-config-history'
import { serverHistoryText } from '@/lib/i18n/zh-Hans/server-history'
import { useSession } from '@/lib/session'
import { momentOf } from '@/lib/span'
import type { Revision } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './config-history.module.css'

type ConfigRevisionsProps = {
  revisions: readonly Revision[]
  chosen: Revision
  now: number
  onChoose: (revision: Revision) => void
}

/** The revisions of a file, the newest first: when, by whom or by what. */
export function ConfigRevisions({ revisions, chosen, now, onChoose }: ConfigRevisionsProps) {
  const viewer = useSession()?.id
  return (
    <ol className={css.revisions}>
      {revisions.map((revision, index) => {
        const { position, at, by, cause, state, kept, credential, restored } = revision
        return (
          <li key={position}>
            <button
              type="button"
              className={cn(css.revision, revision === chosen && css.on)}
              aria-pressed={revision === chosen}
              onClick={() => onChoose(revision)}
            >
              <time dateTime={at} title={formatDateTime(at)}>
                {momentOf(at, now)}
              </time>
              <span className={css.who}>
                {by ? <Pic src={by.avatar_url} name={by.username} size={24} round /> : null}
                {cause === 'account' ? <b>{by ? (by.id === viewer ? t.you : by.username) : t.somebody}</b> : null}
                <span>{serverHistoryText.configCauses[cause] ?? cause}</span>
                {credential ? <small className={ui.small}>{t.credential(credential.name ?? credential.id)}</small> : null}
              </span>
              <span className={css.marks}>
                {restored ? (
                  <Tag line>
                    {t.restoredFrom(restored.at ? formatDateTime(restored.at) : `#${String(restored.position)}`, restored.key)}
                  </Tag>
                ) : null}
                {index === 0 ? <Badge tone="accent">{t.newest}</Badge> : null}
                {state === 'gone' ? <Tag line>{t.gone}</Tag> : null}
                {state === 'unreadable' ? <Tag line>{t.unreadable}</Tag> : null}
                {state === 'text' && !kept ? <Tag line>{t.notKept}</Tag> : null}
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
