import { Undo2, X } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import ui from './ui.module.css'
import css from './undo-bar.module.css'

type UndoBarProps = {
  /** What was just done; undefined: nothing. */
  said: string | undefined
  busy: boolean
  undo: string
  close: string
  onUndo: () => void
  onClose: () => void
}

/** What was just done, with the way back, below the page. It stays until it is closed or something else is done. */
export function UndoBar({ said, busy, undo, close, onUndo, onClose }: UndoBarProps) {
  return (
    <div role="status" className={css.root}>
      {said === undefined ? null : (
        <div className={css.bar}>
          <span>{said}</span>
          <Button size="xs" loading={busy} onClick={onUndo}>
            <Undo2 className={ui.icon14} aria-hidden />
            {undo}
          </Button>
          <IconButton size="xs" kind="quiet" label={close} onClick={onClose}>
            <X className={ui.icon14} aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}
