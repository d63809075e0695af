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
  /** What is deleted, as it must be typed. */
  name: string
  /** Why it cannot be; undefined where it can. */
  refused?: string | undefined
  /** It is not known yet whether it can be. */
  waiting?: boolean
  busy: boolean
  onConfirm: () => void
  /** Said instead of what deletion means. */
  children?: ReactNode
}

/** The end of something with a name, which has to be typed first. */
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
