import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { packFileText as t } from '@/lib/i18n/zh-Hans/packfile'
import type { PackFiles } from '../packfile-api'
import ui from '@/components/ui/ui.module.css'
import css from './checklist-files.module.css'

/** What the list of files lacks: packs that cannot be read, or not yet, and the service that knows other platforms. */
export function PackNotes({ data, onRetry }: { data: PackFiles; onRetry: () => void }) {
  const { packs, older, identifier } = data
  const pending = packs.filter((pack) => pack.pending)
  return (
    <>
      {packs.map((pack) =>
        pack.problem ? (
          <Note key={pack.version + pack.sha512} tone="bad">
            {t.unreadable(`${pack.number} · ${pack.name}`, pack.problem)}
            <Button size="sm" kind="quiet" onClick={onRetry}>
              {t.retry}
            </Button>
          </Note>
        ) : pack.unread.total > 0 ? (
          <Note key={pack.version + pack.sha512} tone="warn">
            {t.unread(`${pack.number} · ${pack.name}`, pack.unread.total)}
            <details>
              <summary>{t.list(pack.unread.total)}</summary>
              <ul className={css.unread}>
                {pack.unread.paths.map((path) => (
                  <li key={path}>
                    <code>{path}</code>
                  </li>
                ))}
              </ul>
            </details>
          </Note>
        ) : null,
      )}
      {pending.length > 0 ? <Note>{t.pending(pending.map(({ number }) => number).join('、'))}</Note> : null}
      {packs.length === 0 ? <p className={css.count}>{t.noPacks}</p> : null}
      {older > 0 ? <p className={ui.subtle}>{t.older(older)}</p> : null}
      {identifier === 'none' ? <p className={css.hint}>{t.noService}</p> : null}
      {identifier === 'failing' ? <Note tone="warn">{t.serviceFailed}</Note> : null}
    </>
  )
}
