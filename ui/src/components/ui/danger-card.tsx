import { Trash2 } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'
import ui from './ui.module.css'
import css from './danger-card.module.css'

type DangerWords = {
  danger: string
  delete: string
  deleteText: string
  deleteTitle: (name: string) => string
  deleteConfirm: (name: string) => string
}

type DangerCardProps = {
  words: DangerWords
  /** The name to type before deletion. */
  name: string
  /** Why deletion is not possible; undefined where it is. */
  refused?: string | undefined
  /** Whether deletion is possible is still loading. */
  waiting?: boolean
  busy: boolean
  onConfirm: () => void
  /** Replaces the description of deletion. */
  children?: ReactNode
}

/** The deletion of a named item, which requires typing the name. */
export function DangerCard({ words, name, refused, waiting, busy, onConfirm, children }: DangerCardProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <section className={cn(ui.card, ui.above16)} aria-labelledby={id}>
      <header className={ui.cardHead}>
        <h2 id={id}>{words.danger}</h2>
      </header>
      <div className={css.row}>
        <p>{children ?? words.deleteText}</p>
        <Button
          danger
          disabled={waiting === true || refused !== undefined}
          title={refused}
          aria-description={refused}
          onClick={() => setOpen(true)}
        >
          <Trash2 className={ui.icon} aria-hidden />
          {words.delete}
        </Button>
      </div>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={words.deleteTitle(name)}
        text={words.deleteText}
        typed={name}
        prompt={words.deleteConfirm(name)}
        action={words.delete}
        busy={busy}
        onConfirm={onConfirm}
      />
    </section>
  )
}
