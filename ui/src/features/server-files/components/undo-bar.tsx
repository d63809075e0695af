import { Undo2, X } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import type { Removal } from '../removal'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

const t = serverFilesText.remove

/** What was just deleted, with the way back. It stays until it is closed or something else is deleted. */
export function UndoBar({ removal }: { removal: Removal }) {
  const { removed, busy, undo, forget } = removal
  return (
    <div role="status" className={css.undoPlace}>
      {removed ? (
        <div className={css.undo}>
          <span>{t.done(removed.what)}</span>
          <Button size="xs" loading={busy} onClick={() => void undo()}>
            <Undo2 className={ui.icon14} aria-hidden />
            {t.undo}
          </Button>
          <IconButton size="xs" kind="quiet" label={t.close} onClick={forget}>
            <X className={ui.icon14} aria-hidden />
          </IconButton>
        </div>
      ) : null}
    </div>
  )
}
